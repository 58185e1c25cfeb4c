/** Hands one mail to the mailer. A crash between the server's yes and our mark sends it again, under the same Message-ID. */
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { attachmentsOf, claimMail, forgetWords, markMail } from './queries.ts'

export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  // The mail stays queued. With a mail server set within three days, the sweep sends it.
  if (deps.mailer.engine === 'none') return
  const mail = await claimMail(deps.db, mailId)
  if (!mail) return
  const attachments = await attachmentsOf(deps.db, [mail.id])
  try {
    await deps.mailer.send({
      messageId: `<${mail.id}@${new URL(deps.config.publicUrl).hostname}>`,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      headers: { 'Auto-Submitted': 'auto-generated', ...(mail.headers as Record<string, string>) },
      attachments: attachments.map((row) => ({
        filename: row.filename,
        contentType: row.content_type,
        content: row.content,
      })),
    })
    await transact(deps.db, async (tx) => {
      await markMail(tx, mail.id, 'sent')
      // A demo shows its mails at /dev/mail. Everywhere else their links and codes leave the database with them.
      if (deps.mailer.engine !== 'outbox') await forgetWords(tx, mail.id)
    })
  } catch (error) {
    await markMail(deps.db, mail.id, 'failed')
    throw error
  }
}
