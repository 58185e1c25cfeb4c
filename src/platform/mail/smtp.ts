import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Any SMTP server, by `SMTP_URL`. nodemailer folds headers and refuses line breaks in them. */
export function createSmtp(url: string, from: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 30_000 }, { from })
  return {
    engine: 'smtp',
    async send({ attachments, ...email }) {
      await transport.sendMail({ ...email, attachments: attachments.map((attachment) => ({ ...attachment })) })
    },
    async check() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
