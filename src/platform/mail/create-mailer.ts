/** The mail engine of this installation. */
import type { Config } from '#config/config.ts'
import type { Mailer } from './mailer.ts'
import { createNoMail } from './no-mail.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'

/** SMTP if `SMTP_URL` is set. Without it production sends nothing, and a demo shows its e-mails at /dev/mail. */
export function createMailer({ smtpUrl, mailFrom, mail, mode }: Config): Mailer {
  if (smtpUrl) return createSmtp(smtpUrl, { from: mailFrom, dkim: mail.dkim })
  return mode === 'production' ? createNoMail() : createOutbox()
}
