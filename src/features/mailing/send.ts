/** Sends one e-mail. After a crash between the server's acceptance and our update, it is sent again under the same Message-ID. */
import { getSendTime } from '#domain/send-window.ts'
import type { Deps } from '#http/deps.ts'
import { acquireMail, deferMail, markMail, markMailSentAndDeleteContent } from './queries.ts'

export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  // The e-mail stays queued. When a mail server is configured within three days, the sweep job sends it.
  if (deps.mailer.engine === 'none') return
  const mail = await acquireMail(deps.db, mailId)
  if (!mail) return
  const now = deps.clock()
  if (mail.useful_until && mail.useful_until <= now) return markMail(deps.db, mail.id, 'failed')
  const sendAt = mail.is_urgent ? now : getSendTime(now, mail.timezone_id)
  if (sendAt > now) {
    await deferMail(deps.db, mail.id, sendAt)
    return deps.jobs.enqueue(deps.db, 'mail.send', { mailId }, { key: mailId, startAfter: sendAt })
  }
  try {
    await deps.mailer.send({
      messageId: `<${mail.id}@${new URL(deps.config.publicUrl).hostname}>`,
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
    })
    // A demo shows its e-mails at /dev/mail. Elsewhere, their links and codes are deleted once they are sent.
    if (deps.mailer.engine === 'outbox') await markMail(deps.db, mail.id, 'sent')
    else await markMailSentAndDeleteContent(deps.db, mail.id)
  } catch (error) {
    await markMail(deps.db, mail.id, 'failed')
    throw error
  }
}
