/** The calls that enrol without a payment, as the browser makes them. */
import type { Client, Credential } from '#http/client.ts'
import type * as wire from '../wire/enrol.ts'

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

export type ZeroWish = Body<typeof wire.enrolmentZero>

export const callEnrolmentZero = (client: Client, body: ZeroWish, auth: Credential, idempotencyKey: string) =>
  client.call<typeof wire.enrolmentZero>(
    { host: 'payment', method: 'POST', path: 'course-enrolment-zero' },
    { body, auth, idempotencyKey },
  )

export const callGeneralEnrolment = (
  client: Client,
  body: Body<typeof wire.generalEnrolment>,
  idempotencyKey: string,
) =>
  client.call<typeof wire.generalEnrolment>(
    { host: 'static-data', method: 'POST', path: 'general-enrolment' },
    { body, idempotencyKey },
  )

export const callConfirmEnrolment = (client: Client, token: string) =>
  client.call<typeof wire.confirmEnrolment>(
    { host: 'payment', method: 'POST', path: 'confirm-enrolment' },
    { body: { token } },
  )

export const callDraft = (client: Client, draftId: string) =>
  client.call<typeof wire.draft>({ host: 'payment', method: 'GET', path: 'drafts/:draftId' }, { params: { draftId } })
