/** Turning off a kind of e-mail by the link in each such e-mail. The link needs no log-in. docs/contract.md §22. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isMailKind, MAIL_KINDS, type MailKind } from './mail-kinds.ts'
import { isOptedOut, putOptOut, removeOptOut } from './queries.ts'

const PURPOSE = 'mail-opt-out'

/** The token is in the fragment, so that it appears in no log. It works until the root secret is gone. */
export function createOptOutUrl(
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  personId: string,
  kind: MailKind,
): string {
  const mac = secrets.mac(PURPOSE, `${personId} ${kind}`).toString('base64url')
  return new URL(`/mail-opt-out#token=${personId}.${mac}.${kind}`, config.publicUrl).href
}

export type OptOut = { label: string; isOff: boolean }

/** `isOff` null only reads. Repeats change nothing. */
export async function changeOptOut(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { token, isOff }: { token: string; isOff: boolean | null },
): Promise<Outcome<OptOut>> {
  const [personId = '', mac = '', ...rest] = token.split('.')
  const kind = rest.join('.')
  if (!isMailKind(kind) || !deps.secrets.isMac(PURPOSE, `${personId} ${kind}`, mac))
    return refused('VERIFICATION_INVALID')
  if (isOff === true) await putOptOut(deps.db, personId, kind)
  if (isOff === false) await removeOptOut(deps.db, personId, kind)
  return accepted({ label: MAIL_KINDS[kind], isOff: isOff ?? (await isOptedOut(deps.db, personId, kind)) })
}
