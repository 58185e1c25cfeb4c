/** The calls that enrol without a payment, as the browser makes them. */
import type { AuthKind, Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from '../wire/enrol.ts'

export type ZeroWish = RequestBody<typeof wire.enrolmentZero>

export const callEnrolmentZero = (client: Client, body: ZeroWish, auth: AuthKind, idempotencyKey: string) =>
  client.call(wire.enrolmentZero, { body, auth, idempotencyKey })

export const callGeneralEnrolment = (
  client: Client,
  body: RequestBody<typeof wire.generalEnrolment>,
  idempotencyKey: string,
) => client.call(wire.generalEnrolment, { body, idempotencyKey })

export const callReadConfirmation = (client: Client, token: string) =>
  client.call(wire.readConfirmation, { body: { token } })

export const callConfirmEnrolment = (client: Client, token: string) =>
  client.call(wire.confirmEnrolment, { body: { token } })

export const callDraft = (client: Client, draftId: string) => client.call(wire.readDraft, { params: { draftId } })
