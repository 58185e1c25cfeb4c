/** Submits a free enrolment and interprets each response. No React. */
import { getAttribution } from '#http/attribution.ts'
import type { ApiResult, Client, ClientEnvironment } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { enrolmentZero } from '../../wire/enrol.ts'
import { type ContactDetails, type StoredEnrolment, storeCheckoutToken, storeEnrolment } from '../enrolment.ts'
import { listNamedFriends } from '../group.ts'
import type { IdempotencyKeys } from '../idempotency-keys.ts'

export type FreeEnrolmentResult =
  | { next: 'receipt'; orderId: string }
  | { next: 'correct'; fields: Record<string, string> }
  | { next: 'gone'; reason: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { next: 'enrolled' }
  /** The course is no longer free, or its price is another person's: the page loads the price again. */
  | { next: 'pay' }
  | { next: 'logged-out' }
  | { next: 'say'; message: string }

export type FreeEnrolmentDependencies = {
  client: Client
  storage: Pick<ClientEnvironment, 'local' | 'session'>
  idempotencyKeys: IdempotencyKeys
  pause: (ms: number) => Promise<void>
  timezoneId: string
  countryCode: string | null
}
export type FreeEnrolmentForm = ContactDetails & { terms: boolean; marketing: boolean }

const MAX_ATTEMPTS = 10

export async function submitFreeEnrolment(
  deps: FreeEnrolmentDependencies,
  enrolment: StoredEnrolment,
  form: FreeEnrolmentForm,
  isSignedIn: boolean,
) {
  const response = await send(deps, createRequestBody(deps, enrolment, form, isSignedIn), isSignedIn)
  const result = interpretResponse(response)
  if (response.error === null) {
    storeCheckoutToken(deps.storage, response.data.data.checkoutToken)
    storeEnrolment(deps.storage, { ...enrolment, orderId: response.data.data.orderId, step: 'done' })
  }
  return result
}

/** Repeats the request while it is still running. The idempotency key keeps it one enrolment. */
async function send(
  { client, idempotencyKeys, pause }: FreeEnrolmentDependencies,
  body: RequestBody<typeof enrolmentZero>,
  isSignedIn: boolean,
) {
  const auth = isSignedIn ? 'learner' : 'none'
  const key = idempotencyKeys.getKey({ body, auth })
  for (let attempt = 1; ; attempt++) {
    const response = await client.call(enrolmentZero, { body, auth, idempotencyKey: key })
    idempotencyKeys.handleResponse(response)
    if (response.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || attempt === MAX_ATTEMPTS) return response
    await pause(1000 * (('retryAfterSeconds' in response && response.retryAfterSeconds) || 1))
  }
}

function interpretResponse(response: ApiResult<typeof enrolmentZero>): FreeEnrolmentResult {
  if (response.error === null) return { next: 'receipt', orderId: response.data.data.orderId }
  if (response.status === 401) return { next: 'logged-out' }
  switch (response.errorCode) {
    case 'TERMS_REQUIRED':
      return { next: 'correct', fields: { terms: response.error } }
    case 'FIELD_INVALID':
      return response.fields ? { next: 'correct', fields: response.fields } : { next: 'say', message: response.error }
    case 'SEATS_TAKEN':
    case 'ENROLMENT_CLOSED':
      return { next: 'gone', reason: response.errorCode }
    case 'ALREADY_ENROLLED':
      return { next: 'enrolled' }
    case 'PAYMENT_REQUIRED':
    case 'PERSON_CHANGED':
      return { next: 'pay' }
    default:
      return { next: 'say', message: response.status === 0 ? CONNECTION_FAILED : response.error }
  }
}

const CONNECTION_FAILED =
  'We couldn’t reach our server. Check your connection and try again: you’ll only be enrolled once.'

function createRequestBody(
  deps: FreeEnrolmentDependencies,
  enrolment: StoredEnrolment,
  form: FreeEnrolmentForm,
  isSignedIn: boolean,
): RequestBody<typeof enrolmentZero> {
  return {
    courseCode: enrolment.courseCode,
    offerCode: enrolment.offerCode,
    ...(enrolment.quoteId && { quoteId: enrolment.quoteId }),
    ...(!isSignedIn && { name: form.name.trim(), email: form.email.trim() }),
    ...(form.phoneNumber.trim() && { phoneNumber: form.phoneNumber.trim() }),
    ...(enrolment.seats > 1 && { seats: enrolment.seats, friends: listNamedFriends(enrolment.friends) }),
    ...(enrolment.waitlistToken && { waitlistToken: enrolment.waitlistToken }),
    timezoneId: deps.timezoneId,
    ...(deps.countryCode && { countryCode: deps.countryCode }),
    consent: { terms: form.terms, marketing: form.marketing },
    ...(enrolment.clientKey && { clientKey: enrolment.clientKey }),
    ...getAttribution(deps.storage.session),
  }
}
