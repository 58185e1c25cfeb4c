/** The browser's calls behind the mailed links of a waitlist. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as lists from './wire/lists.ts'
import * as own from './wire/own.ts'
import * as wire from './wire.ts'

export const callWaitlistPlace = (client: Client, token: string) => client.call(wire.waitlistPlace, { body: { token } })

export const callConfirmWaitlistPlace = (client: Client, token: string) =>
  client.call(wire.confirmWaitlistPlace, { body: { token } })

export const callLeaveWaitlistPlace = (client: Client, token: string) =>
  client.call(wire.leaveWaitlistPlace, { body: { token } })

export const callListWaiting = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(lists.listWaiting, { auth, params: { course } })

export const callExportWaiting = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(lists.exportWaiting, { auth, params: { course } })

export const callInviteNow = (
  client: Client,
  auth: SignedInAudience,
  params: { course: string; entryId: number },
  preview: boolean,
) => client.call(lists.inviteNow, { auth, params, body: { preview } })

export const callLinkOwnPlace = (client: Client, entryId: number) =>
  client.call(own.linkOwnPlace, { auth: 'learner', params: { entryId } })

export const callLeaveOwnPlace = (client: Client, entryId: number) =>
  client.call(own.leaveOwnPlace, { auth: 'learner', params: { entryId } })
