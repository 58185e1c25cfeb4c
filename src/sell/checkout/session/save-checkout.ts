/** Saves the checkout of this tab on the server, and opens a saved one in this tab. docs/contract §27. */
import { emailFault } from '#domain/contact.ts'
import { deleteSavedCheckout, type SavedCheckout, saveCheckout } from '../wire/saved.ts'
import { type CheckoutSession, updateEnrolment } from './checkout-session.ts'
import { createEnrolment, storeEnrolment } from './enrolment.ts'

/** Returns the message of a refusal, or null. Without a whole address nothing is sent. */
export async function saveCheckoutSession(checkoutSession: CheckoutSession): Promise<string | null> {
  const { state, deps } = checkoutSession
  const { enrolment, isSignedIn } = state
  const fault = emailFault(enrolment.email)
  if (fault) return fault
  const friends = enrolment.friends.map(({ name, email }) => ({ name, email: emailFault(email) ? '' : email.trim() }))
  const response = await deps.client.call(saveCheckout, {
    body: {
      ...(enrolment.savedToken && { token: enrolment.savedToken }),
      consent: true,
      courseCode: enrolment.courseCode,
      offerCode: enrolment.offerCode,
      email: enrolment.email.trim(),
      name: enrolment.name,
      phoneNumber: enrolment.phoneNumber,
      timezoneId: deps.timezoneId,
      seats: enrolment.seats,
      friends,
      paymentType: enrolment.paymentType,
    },
    auth: isSignedIn ? 'learner' : 'none',
  })
  if (response.error !== null) return response.error
  updateEnrolment(checkoutSession, { savedToken: response.data.data.token })
  return null
}

export async function deleteSavedCheckoutSession(checkoutSession: CheckoutSession): Promise<string | null> {
  const { savedToken } = checkoutSession.state.enrolment
  if (!savedToken) return null
  const response = await checkoutSession.deps.client.call(deleteSavedCheckout, { body: { token: savedToken } })
  if (response.error !== null) return response.error
  updateEnrolment(checkoutSession, { savedToken: '' })
  return null
}

/** Prepares the checkout of this tab. Returns its path. */
export function startSavedCheckout(session: Storage, saved: SavedCheckout, token: string): string {
  const { courseCode, offerCode, email, name, phoneNumber, seats, paymentType } = saved
  const named = saved.friends.map((friend) => ({ ...friend, id: crypto.randomUUID() }))
  const unnamed = Array.from({ length: Math.max(0, seats - 1 - named.length) }, () => ({
    id: crypto.randomUUID(),
    name: '',
    email: '',
  }))
  const start = createEnrolment({ courseCode, offerCode }, null, new Date())
  storeEnrolment(
    { session },
    { ...start, email, name, phoneNumber, seats, friends: [...named, ...unnamed], paymentType, savedToken: token },
  )
  return `/checkout/${offerCode}`
}
