/** The views of the list of e-mails. */

/** `unknown`: failed, and it may have arrived. `failed` leaves those out. */
export const MAIL_VIEWS = ['waiting', 'sent', 'failed', 'unknown', 'suppressed', 'cancelled'] as const
export type MailView = (typeof MAIL_VIEWS)[number]

/**
 * How an e-mail can be sent again. `anew`: its job writes it again, with new links. `as-written`: it never left, so its
 * own text is sent. Else why not: `waits`, `replaced`, `suppressed` (its address is), or `over`.
 */
export const RESEND_WAYS = ['anew', 'as-written', 'waits', 'replaced', 'suppressed', 'over'] as const
export type ResendWay = (typeof RESEND_WAYS)[number]
