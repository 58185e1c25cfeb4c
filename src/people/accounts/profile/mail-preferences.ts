/** The e-mails that a signed-in person can turn off: the same choices as by the link in such an e-mail. docs/contract §22. */

import type { Deps } from '#http/deps.ts'
import type { MailCategory } from '#people/mailing/mail-categories.ts'
import { listMailChoices } from '#people/mailing/opt-out.ts'
import { putOptOut, removeOptOut } from '#people/mailing/queries.ts'
import { personById } from '../queries/people.ts'
import type { MailPreferences } from '../wire/mail-preferences.ts'

export async function getMailPreferences({ db }: Pick<Deps, 'db'>, personId: string): Promise<MailPreferences> {
  return listPreferences(db, await requireAddress(db, personId))
}

/** A repeat changes nothing. */
export async function changeMailPreference(
  deps: Pick<Deps, 'db'>,
  personId: string,
  { category, isOff }: { category: MailCategory; isOff: boolean },
): Promise<MailPreferences> {
  const address = await requireAddress(deps.db, personId)
  await (isOff ? putOptOut : removeOptOut)(deps.db, address, category)
  return listPreferences(deps.db, address)
}

const listPreferences = async (db: Deps['db'], address: string): Promise<MailPreferences> => ({
  address,
  choices: await listMailChoices(db, address),
})

async function requireAddress(db: Deps['db'], personId: string): Promise<string> {
  const person = await personById(db, personId)
  if (!person) throw new Error(`A session without its person ${personId}.`)
  return person.email
}
