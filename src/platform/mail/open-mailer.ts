/** Which mailer this installation has. */
import type { Config } from '#config.ts'
import type { Mailer } from './mailer.ts'
import { openNoMail } from './no-mail.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/** SMTP where `SMTP_URL` is set. Without it production sends nothing, and a demo shows its mails at /dev/mail. */
export function openMailer(config: Config): Mailer {
  if (config.smtpUrl) return openSmtp(config.smtpUrl, config.mailFrom)
  return config.mode === 'production' ? openNoMail() : openOutbox()
}
