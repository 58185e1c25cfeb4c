/** Turning off a category of e-mails by the links in each such e-mail. They need no log-in. docs/contract §22. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { isMailCategory, MAIL_CATEGORIES, type MailCategory } from './mail-categories.ts'
import { listOptOuts, putOptOut, removeOptOut } from './queries.ts'

const PURPOSE = 'mail-opt-out'

export type OptOutLink = { address: string; category: MailCategory }

/**
 * `pageUrl` has the token in its fragment, so that it appears in no log. Mail programs post to `oneClickUrl` (RFC 8058).
 * Both work until the root secret is gone.
 */
export function createOptOutLinks(
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  { category, address }: OptOutLink,
): { pageUrl: string; oneClickUrl: string } {
  const text = `${category} ${address}`
  const token = `${Buffer.from(text).toString('base64url')}.${secrets.mac(PURPOSE, text).toString('base64url')}`
  return {
    pageUrl: getPageUrl(config, token),
    oneClickUrl: `${new URL('/unsubscribe', config.publicUrl)}?token=${token}`,
  }
}

export const getPageUrl = ({ publicUrl }: Pick<Deps['config'], 'publicUrl'>, token: string): string =>
  `${new URL('/mail-opt-out', publicUrl)}#token=${token}`

export type MailChoice = { category: MailCategory; label: string; isOff: boolean }
/** `category` is that of the e-mail with the link. `choices` are all categories, in a fixed order. */
export type OptOut = MailChoice & { address: string; choices: MailChoice[] }

/**
 * `isOff` null only reads. `category` changes another category than that of the link, for the same address. Repeats
 * change nothing.
 */
export async function changeOptOut(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { token, isOff, category }: { token: string; isOff: boolean | null; category?: MailCategory },
): Promise<Outcome<OptOut>> {
  const link = parseToken(deps, token)
  if (!link) return refused('VERIFICATION_INVALID')
  const changed = category ?? link.category
  if (isOff === true) await putOptOut(deps.db, link.address, changed)
  if (isOff === false) await removeOptOut(deps.db, link.address, changed)
  const choices = await listMailChoices(deps.db, link.address)
  const own = choices.find((choice) => choice.category === link.category)!
  return accepted({ ...own, address: link.address, choices })
}

/** All categories in a fixed order, and whether the address turned them off. */
export async function listMailChoices(db: Db, address: string): Promise<MailChoice[]> {
  const off = new Set((await listOptOuts(db, address)).map((row) => row.category))
  return Object.entries(MAIL_CATEGORIES).map(([name, label]) => ({
    category: name as MailCategory,
    label,
    isOff: off.has(name),
  }))
}

function parseToken({ secrets }: Pick<Deps, 'secrets'>, token: string): OptOutLink | null {
  const [encoded = '', mac = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString()
  const [category = '', address = ''] = text.split(' ')
  return isMailCategory(category) && secrets.isMac(PURPOSE, text, mac) ? { address, category } : null
}
