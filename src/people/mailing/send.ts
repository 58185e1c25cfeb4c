/**
 * Sends one e-mail. The content is handed to the server only after that was noted, so a crash before leaves a mail that
 * just waits. If the connection or the process ended before the answer, the server may have the e-mail. One about an order
 * or an account is then sent again under the same Message-ID, after a crash only once. A reminder is not, and has visibly
 * failed. docs/contract §26.
 */
import { getRetryDelayMs, hasGivenUp } from '#domain/mail-retry.ts'
import { getSendTime } from '#domain/send-window.ts'
import type { Deps } from '#http/deps.ts'
import type { MailDelivery } from '#platform/mail/mailer.ts'
import { getMailKind, type MailKind } from './mail-kinds.ts'
import {
  acquireMail,
  endUnsent,
  markSent,
  noteHandOver,
  putBack,
  putBackUnknown,
  type SendingMail,
  takeFromHour,
} from './queries/delivery.ts'
import { getSuppression, putSuppression } from './queries/suppressions.ts'

/** Whether the reason of an e-mail still exists right before it is sent, by the id in its dedupe key. */
export type MailChecks = Partial<Record<MailKind, (deps: Deps, id: string) => Promise<boolean>>>

/** Urgent e-mails may use the whole limit of an hour, and others this part of it. */
const SHARE_OF_OTHERS = 0.8
const HOUR_MS = 3_600_000
/** A server that accepts each attempt and then drops the connection causes at most this many repeats. */
const MAX_UNKNOWN = 10

export async function sendMail(deps: Deps, mailId: string, checks: MailChecks = {}): Promise<void> {
  // The e-mail stays queued. When a mail server is configured within three days, or a restored installation is released,
  // the sweep job sends it.
  if (deps.mailer.engine === 'none' || (await deps.mailer.isHeld?.())) return
  const mail = await acquireMail(deps.db, mailId, deps.clock())
  if (!mail || (await isEnded(deps, mail, checks)) || (await isPutOff(deps, mail))) return
  await recordDelivery(deps, mail, await attempt(deps, mail))
}

/** Ends a mail that is not sent any more. */
async function isEnded(deps: Deps, mail: SendingMail, checks: MailChecks): Promise<boolean> {
  const now = deps.clock()
  const end = async (...[state, problem]: ['failed' | 'suppressed' | 'cancelled', string]) => {
    await endUnsent(deps.db, mail, state, problem)
    return true
  }
  if (mail.useful_until && mail.useful_until <= now) return end('failed', 'Its time passed before it could be sent.')
  if (hasGivenUp(mail.created_at, now))
    return end('failed', mail.problem ?? 'No mail server took it within three days.')
  const suppression = getMailKind(mail.kind)?.isEssential ? null : await getSuppression(deps.db, mail.to_address)
  if (suppression)
    return end('suppressed', suppression.reason === 'bounce' ? 'The address does not exist.' : 'The reader complained.')
  const id = mail.dedupe_key.slice(mail.kind.length + 1)
  const isStillTrue = await checks[mail.kind as MailKind]?.(deps, id)
  if (isStillTrue === false) return end('cancelled', 'Its reason ended before it was sent.')
  return false
}

/** Puts a mail off until the day of its reader, or until the next hour if the limit of this one is reached. */
async function isPutOff(deps: Deps, mail: SendingMail): Promise<boolean> {
  const now = deps.clock()
  const wait = async (sendAfter: Date) => {
    await putBack(deps.db, mail, { sendAfter, isAttempt: false, problem: mail.problem })
    return true
  }
  const waitsForDay = !mail.is_urgent && !getMailKind(mail.kind)?.isTimed
  const sendAt = waitsForDay ? getSendTime(now, mail.timezone_id) : now
  if (sendAt > now) return wait(sendAt)
  const { perHour } = deps.config.mail
  if (perHour === null) return false
  const limit = mail.is_urgent ? perHour : Math.floor(perHour * SHARE_OF_OTHERS)
  if (await takeFromHour(deps.db, now, limit)) return false
  return wait(new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS))
}

function attempt(deps: Deps, mail: SendingMail): Promise<MailDelivery> {
  const email = {
    messageId: `<${mail.id}@${new URL(deps.config.publicUrl).hostname}>`,
    senderName: deps.site.current.name,
    to: mail.to_address,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    headers: { 'Auto-Submitted': 'auto-generated', ...(mail.headers as Record<string, string>) },
    attachments: mail.attachments.map((row) => ({
      filename: row.filename,
      contentType: row.content_type,
      content: Buffer.from(row.content, 'base64'),
    })),
  }
  return deps.mailer.send(email, () => noteHandOver(deps.db, mail, deps.clock()))
}

async function recordDelivery(deps: Deps, mail: SendingMail, delivery: MailDelivery): Promise<void> {
  const { db, log } = deps
  const now = deps.clock()
  if (delivery.is === 'accepted') {
    // A demo shows its e-mails at /dev/mail. Elsewhere, their links and codes are deleted once they are sent.
    return markSent(db, mail, now, deps.mailer.engine === 'outbox')
  }
  const { reason } = delivery
  log.info({ mailId: mail.id, kind: mail.kind, is: delivery.is, attempts: mail.attempts }, 'an e-mail was not sent')
  const sendAfter = new Date(now.getTime() + getRetryDelayMs(mail.attempts, Math.random()))
  if (delivery.is === 'deferred') return putBack(db, mail, { sendAfter, isAttempt: true, problem: reason })
  if (delivery.is === 'unknown' && mail.may_repeat && mail.unknown_count < MAX_UNKNOWN)
    return putBackUnknown(db, mail, sendAfter, reason)
  if (delivery.is === 'unknown') return endUnsent(db, mail, 'failed', `The e-mail may have arrived: ${reason}`, true)
  if (delivery.isAddress) await putSuppression(db, { address: mail.to_address, reason: 'bounce', detail: reason })
  return endUnsent(db, mail, 'failed', reason)
}
