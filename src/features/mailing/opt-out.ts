/** Turning off a category of e-mails by the link in each such e-mail. The link needs no log-in. docs/contract.md §22. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isMailCategory, MAIL_CATEGORIES, type MailCategory } from './mail-kinds.ts'
import { isOptedOut, putOptOut, removeOptOut } from './queries.ts'

const PURPOSE = 'mail-opt-out'

export type OptOutLink = { address: string; category: MailCategory }

/** The token is in the fragment, so that it appears in no log. It works until the root secret is gone. */
export function createOptOutUrl({ secrets, config }: Pick<Deps, 'secrets' | 'config'>, link: OptOutLink): string {
  const text = Buffer.from(`${link.category} ${link.address}`)
  const token = `${text.toString('base64url')}.${secrets.mac(PURPOSE, text.toString()).toString('base64url')}`
  return new URL(`/mail-opt-out#token=${token}`, config.publicUrl).href
}

export type OptOut = { label: string; isOff: boolean }

/** `isOff` null only reads. Repeats change nothing. */
export async function changeOptOut(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { token, isOff }: { token: string; isOff: boolean | null },
): Promise<Outcome<OptOut>> {
  const link = parseToken(deps, token)
  if (!link) return refused('VERIFICATION_INVALID')
  const { address, category } = link
  if (isOff === true) await putOptOut(deps.db, address, category)
  if (isOff === false) await removeOptOut(deps.db, address, category)
  return accepted({ label: MAIL_CATEGORIES[category], isOff: isOff ?? (await isOptedOut(deps.db, address, category)) })
}

function parseToken({ secrets }: Pick<Deps, 'secrets'>, token: string): OptOutLink | null {
  const [encoded = '', mac = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString()
  const [category = '', address = ''] = text.split(' ')
  return isMailCategory(category) && secrets.isMac(PURPOSE, text, mac) ? { address, category } : null
}
