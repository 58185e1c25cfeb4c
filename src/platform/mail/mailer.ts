/** The face of every way to hand a mail over. What was handed over once is not handed over again: see features/mailing. */
export type Email = {
  /** Stays the same however often a mail is tried, so that a receiving server can drop a repeat. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

export type Mailer = {
  /** `outbox`: mails are read at /dev/mail. `none`: mails wait in the database, and `send` is never called. */
  engine: 'outbox' | 'smtp' | 'none'
  /** Resolves when the mail was accepted; rejects when it was not, or when that is unknown. */
  send(email: Email): Promise<void>
  /** Whether the engine answers, for `npm run doctor`. */
  check(): Promise<void>
  close(): void
}
