/** What the button of a free place does, and what each answer means. No React here. */
import { attributionOf } from '#http/attribution.ts'
import type { Answered, Client, ClientEnvironment } from '#http/client.ts'
import { callEnrolmentZero, type ZeroWish } from '../calls/enrol.ts'
import type { enrolmentZero } from '../wire/enrol.ts'
import type { Attempts } from './attempt.ts'
import { type Details, type Enrolment, keepCheckoutToken, keepEnrolment } from './enrolment.ts'

export type AfterEnrolling =
  | { next: 'receipt'; orderId: string }
  | { next: 'correct'; fields: Record<string, string> }
  | { next: 'gone'; why: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { next: 'enrolled' }
  /** It costs something by now: the page is to be looked at again. */
  | { next: 'pay' }
  | { next: 'logged-out' }
  | { next: 'say'; message: string }

export type Place = {
  client: Client
  kept: Pick<ClientEnvironment, 'local' | 'session'>
  attempts: Attempts
  pause: (ms: number) => Promise<void>
  timezoneId: string
  countryCode: string | null
}
export type Form = Details & { terms: boolean; marketing: boolean }

const MOST_REPEATS = 10

export async function enrolHere(place: Place, enrolment: Enrolment, form: Form, isSignedIn: boolean) {
  const answer = await send(place, bodyOf(place, enrolment, form, isSignedIn), isSignedIn)
  const after = afterEnrolling(answer)
  if (answer.error === null) {
    keepCheckoutToken(place.kept, answer.data.data.checkoutToken)
    keepEnrolment(place.kept, { ...enrolment, orderId: answer.data.data.orderId, step: 'done' })
  }
  return after
}

/** Sends until somebody has an answer; the key says that it is one and the same wish. */
async function send({ client, attempts, pause }: Place, body: ZeroWish, isSignedIn: boolean) {
  const auth = isSignedIn ? 'learner' : 'none'
  const key = attempts.keyFor({ body, auth })
  for (let repeat = 1; ; repeat++) {
    const answer = await callEnrolmentZero(client, body, auth, key)
    attempts.answered(answer)
    if (answer.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || repeat === MOST_REPEATS) return answer
    await pause(1000 * (('retryAfterSeconds' in answer && answer.retryAfterSeconds) || 1))
  }
}

function afterEnrolling(answer: Answered<typeof enrolmentZero>): AfterEnrolling {
  if (answer.error === null) return { next: 'receipt', orderId: answer.data.data.orderId }
  if (answer.status === 401) return { next: 'logged-out' }
  switch (answer.errorCode) {
    case 'TERMS_REQUIRED':
      return { next: 'correct', fields: { terms: answer.error } }
    case 'FIELD_INVALID':
      return answer.fields ? { next: 'correct', fields: answer.fields } : { next: 'say', message: answer.error }
    case 'SEATS_TAKEN':
    case 'ENROLMENT_CLOSED':
      return { next: 'gone', why: answer.errorCode }
    case 'ALREADY_ENROLLED':
      return { next: 'enrolled' }
    case 'PAYMENT_REQUIRED':
      return { next: 'pay' }
    default:
      return { next: 'say', message: answer.status === 0 ? NOT_REACHED : answer.error }
  }
}

const NOT_REACHED =
  'We could not be reached. Check your connection and press the button again: you get one place, however often you press.'

function bodyOf(place: Place, enrolment: Enrolment, form: Form, isSignedIn: boolean): ZeroWish {
  return {
    courseCode: enrolment.courseCode,
    offerCode: enrolment.offerCode,
    ...(enrolment.quoteId && { quoteId: enrolment.quoteId }),
    ...(!isSignedIn && { name: form.name.trim(), email: form.email.trim() }),
    ...(form.phoneNumber.trim() && { phoneNumber: form.phoneNumber.trim() }),
    timezoneId: place.timezoneId,
    ...(place.countryCode && { countryCode: place.countryCode }),
    consent: { terms: form.terms, marketing: form.marketing },
    ...(enrolment.clientKey && { clientKey: enrolment.clientKey }),
    ...attributionOf(place.kept.session),
  }
}
