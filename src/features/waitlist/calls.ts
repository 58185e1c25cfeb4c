/** The browser's calls behind the mailed links of a waitlist. */
import type { Client } from '#http/client.ts'
import * as wire from './wire.ts'

export const callWaitlistPlace = (client: Client, token: string) => client.call(wire.waitlistPlace, { body: { token } })

export const callConfirmWaitlistPlace = (client: Client, token: string) =>
  client.call(wire.confirmWaitlistPlace, { body: { token } })

export const callLeaveWaitlistPlace = (client: Client, token: string) =>
  client.call(wire.leaveWaitlistPlace, { body: { token } })
