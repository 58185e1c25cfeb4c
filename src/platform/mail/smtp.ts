import { createTransport } from 'nodemailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import type { DkimConfig } from '#config/mail.ts'
import { deliver } from './deliver.ts'
import type { Mailer } from './mailer.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

const NOT_IN_ADDRESS = /[\s\p{Cc},;:<>()"]/u

export type SmtpOptions = {
  from: string
  /** Null: the mail server signs, or nobody. */
  dkim?: DkimConfig | null
  /** In ms; shorter in tests. */
  timeouts?: { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
}

/** Any SMTP server, by `SMTP_URL`. nodemailer folds headers and refuses line breaks in them. */
export function createSmtp(url: string, { from, dkim = null, timeouts = TIMEOUTS }: SmtpOptions): Mailer {
  const composer = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows', ...(dkim && { dkim: toSigner(dkim) }) },
    { from },
  )
  const { options } = new SMTPTransport({ url, ...timeouts })
  return {
    engine: 'smtp',
    async send({ attachments, senderName, ...email }, handOver) {
      // nodemailer would read such a text as a list of addresses or as a group.
      if (NOT_IN_ADDRESS.test(email.to)) return { is: 'refused', reason: 'This is no address.', isAddress: false }
      const { envelope, message } = await composer.sendMail({
        ...email,
        from: addName(from, senderName),
        attachments: attachments.map((attachment) => ({ ...attachment })),
      })
      return deliver(options, { from: envelope.from, to: envelope.to }, message as Buffer, handOver)
    },
    async check() {
      await createTransport({ url, ...timeouts }).verify()
    },
    close: () => composer.close(),
  }
}

/** `School <no-reply@school.test>` keeps its own name. nodemailer quotes and encodes the name. */
function addName(from: string, name: string): string | { name: string; address: string } {
  return /[<\s]/.test(from.trim()) ? from : { name, address: from.trim() }
}

const SIGNED_HEADERS =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/** RFC 8058 §4: the signature covers both headers of the one-click link. */
const toSigner = ({ domain, selector, privateKey }: DkimConfig) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED_HEADERS,
})
