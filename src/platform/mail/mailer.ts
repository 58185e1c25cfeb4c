/** The interface of every mail engine. `features/mailing` ensures that no e-mail is sent twice. */
export type Email = {
  /** The same for every attempt, so that the receiving server can drop duplicates. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

export type Mailer = {
  /** `outbox`: e-mails are shown at /dev/mail. `none`: e-mails wait in the database, and `send` is never called. */
  engine: 'outbox' | 'smtp' | 'none'
  /** Resolves if the server accepted the e-mail; rejects if it did not or if that is unknown. */
  send(email: Email): Promise<void>
  /** Rejects if the engine does not answer. For `npm run u -- doctor`. */
  check(): Promise<void>
  close(): void
}
