/** The browser's calls behind the mailed links of a waitlist. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as lists from './wire/lists.ts'

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
