/** Which mailer this installation has. */
import type { Config } from '#config.ts'
import type { Mailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/** SMTP where `SMTP_URL` is set; otherwise mails stay in the database and can be read at /dev/mail. */
export function openMailer(config: Config): Mailer {
  return config.smtpUrl ? openSmtp(config.smtpUrl, config.mailFrom) : openOutbox()
}
