/** Decides how an e-mail can be sent again. docs/contract §34. */
import { hasGivenUp } from '#domain/mail-retry.ts'
import { getMailKind } from '#people/mailing/mail-kinds.ts'
import type { StoredMail } from '#people/mailing/queries/again.ts'
import { getSuppression } from '#people/mailing/queries/suppressions.ts'
import { isOptedOut } from '#people/mailing/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ResendWay } from './mail-views.ts'
import { getWriteAgain } from './write-again.ts'

export async function getResendWay(db: Db | Tx, mail: StoredMail, now: Date): Promise<ResendWay> {
  if (mail.replaced_at) return 'replaced'
  if (mail.state === 'queued' || mail.state === 'sending') return 'waits'
  const kind = getMailKind(mail.kind)
  const mayGoAsWritten =
    (mail.state === 'failed' || mail.state === 'suppressed') && mail.has_text && !isTooLate(mail, now)
  const canBeWritten = getWriteAgain(mail.kind) !== null
  if (!canBeWritten && !mayGoAsWritten) return 'over'
  if (kind?.category && (await isOptedOut(db, mail.to_address, kind.category))) return 'over'
  if (!kind?.isEssential && (await getSuppression(db, mail.to_address))) return 'suppressed'
  return canBeWritten ? 'anew' : 'as-written'
}

/** Whether the delivery would end the e-mail at once. */
function isTooLate({ created_at, useful_until }: StoredMail, now: Date): boolean {
  return hasGivenUp(created_at, now) || (useful_until !== null && useful_until <= now)
}
