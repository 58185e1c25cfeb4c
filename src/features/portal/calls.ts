/** The portal's calls, as the browser makes them. */
import type { Owner } from '#features/accounts/wire/step-up.ts'
import type { Client, Signed } from '#http/client.ts'
import type * as wire from './wire.ts'

export const callSignedUpInfo = (client: Client) =>
  client.call<typeof wire.signedUpInfo>({ host: 'login', method: 'GET', path: 'signed-up-info' }, { auth: 'learner' })

export const callAccountExport = (client: Client, as: Signed) =>
  client.call<typeof wire.accountExport>({ host: 'login', method: 'GET', path: 'account-export' }, { auth: as })

export const callDeleteAccount = (client: Client, as: Signed, body: { email: string } & Owner) =>
  client.call<typeof wire.deleteAccount>({ host: 'login', method: 'POST', path: 'delete-account' }, { body, auth: as })
