/** The delivery of one e-mail, without its text: links and codes are only for the reader. docs/contract §34. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getMailKind } from '#people/mailing/mail-kinds.ts'
import { findMail, findSuccessor } from '#people/mailing/queries/again.ts'
import { getSuppression } from '#people/mailing/queries/suppressions.ts'
import type { MailDetail } from '../wire/mails.ts'
import { toListItem, toSuppression } from './list-mails.ts'
import { getResendWay } from './resend-way.ts'

export async function readMail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mailId: string,
): Promise<Outcome<MailDetail>> {
  const mail = await findMail(db, mailId)
  if (!mail) return refused('MAIL_NOT_FOUND')
  const [suppression, resend, successorId] = await Promise.all([
    getSuppression(db, mail.to_address),
    getResendWay(db, mail, clock()),
    mail.replaced_at ? findSuccessor(db, mail.dedupe_key) : null,
  ])
  const isWaiting = mail.state === 'queued'
  return accepted({
    ...toListItem(mail),
    isUrgent: mail.is_urgent || getMailKind(mail.kind)?.isTimed === true,
    nextAttemptAt: (isWaiting && mail.send_after?.toISOString()) || null,
    usefulUntil: mail.useful_until?.toISOString() ?? null,
    hasText: Boolean(mail.has_text),
    resend,
    replacedAt: mail.replaced_at?.toISOString() ?? null,
    successorId,
    suppression: suppression ? toSuppression(suppression) : null,
  })
}
