/** A learner whom no other test meets. */
import { readConfig } from '#config/config.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { logIn, PASSWORD, type Tokens } from './demo-visitor.ts'
import type { RunningServer } from './server.ts'

/** Logged in, with the password of the demo's people. */
export async function createAccount(
  { url, dataDir }: Pick<RunningServer, 'url' | 'dataDir'>,
  person: { email: string; name: string },
): Promise<Tokens> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  const account = { ...person, roles: ['learner'], timezoneId: 'UTC' }
  await createVerifiedAccount(db, createPasswords(), account, PASSWORD).finally(close)
  return logIn(url, person.email)
}
