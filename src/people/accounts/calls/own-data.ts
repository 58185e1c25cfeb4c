/** Client functions for the export and the deletion of a person's own data. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from '../wire/own-data.ts'
import type { OwnerProof } from '../wire/step-up.ts'

export const callAccountExport = (client: Client, as: SignedInAudience) => client.call(wire.accountExport, { auth: as })

export const callDeleteAccount = (client: Client, as: SignedInAudience, body: { email: string } & OwnerProof) =>
  client.call(wire.deleteAccount, { body, auth: as })
