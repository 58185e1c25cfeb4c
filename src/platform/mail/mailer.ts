/** The interface of every mail engine. `people/mailing` ensures that no e-mail is sent twice. */
export type Email = {
  /** The same for every attempt, so that the receiving server can drop duplicates. */
  messageId: string
  /** The name before the address of the sender. Ignored if MAIL_FROM has a name of its own. */
  senderName: string
  to: string
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** The result of one attempt. `reason` is the server's own text, or the fault of the connection. */
export type MailDelivery =
  | { is: 'accepted' }
  /** The server has not got the e-mail, and may take it later. */
  | { is: 'deferred'; reason: string }
  /** The server refuses the e-mail for good. `isAddress`: because the address does not exist. */
  | { is: 'refused'; reason: string; isAddress: boolean }
  /** The connection ended after the content was sent and before the server answered: it may have the e-mail. */
  | { is: 'unknown'; reason: string }

export type Mailer = {
  /** `outbox`: e-mails are shown at /dev/mail. `none`: e-mails wait in the database, and `send` is never called. */
  engine: 'outbox' | 'smtp' | 'none'
  /** True after a restore: e-mails wait in the database, as with `none`. Absent in an engine that is never held. */
  isHeld?(): Promise<boolean>
  /**
   * Takes at most 100 seconds. Calls `handOver` right before the content is sent: until then the server cannot have
   * accepted the e-mail. If it answers false, nothing is sent.
   */
  send(email: Email, handOver: () => Promise<boolean>): Promise<MailDelivery>
  /** Rejects if the engine does not answer. For `npm run u -- doctor`. */
  check(): Promise<void>
  close(): void
}
