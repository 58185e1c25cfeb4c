/** The calls about saved checkouts, as the browser makes them. */
import type { AuthKind, Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from '../wire/saved.ts'

export const callSaveCheckout = (client: Client, body: RequestBody<typeof wire.saveCheckout>, auth: AuthKind) =>
  client.call(wire.saveCheckout, { body, auth })

export const callSavedCheckout = (client: Client, token: string) =>
  client.call(wire.readSavedCheckout, { body: { token } })

export const callDeleteSavedCheckout = (client: Client, token: string) =>
  client.call(wire.deleteSavedCheckout, { body: { token } })
