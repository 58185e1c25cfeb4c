/** The meaning of a fault of nodemailer for the e-mail. RFC 5321 §4.2.1, RFC 3463. */
import type { MailDelivery } from './mailer.ts'

export type SmtpFault = Error & {
  code?: string
  /** Such as `RCPT TO`, or `CONN` for a fault of the connection. */
  command?: string
  response?: string
  responseCode?: number
}

/** The server's text can be long, and is stored. */
const MAX_REASON = 500

/**
 * @param isHandedOver the content was sent. Only a reply then proves that the server has not got the e-mail.
 * A fault before the recipient, such as a wrong password, is about the server and not about the e-mail: it is deferred.
 */
export function classifyFault(fault: SmtpFault, isHandedOver: boolean): Exclude<MailDelivery, { is: 'accepted' }> {
  const { code = '', command = '', response = '', responseCode = 0 } = fault
  const reason = (response || fault.message).slice(0, MAX_REASON)
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutEmail && responseCode >= 500)
    return { is: 'refused', reason, isAddress: command === 'RCPT TO' && isUnknownAddress(response, responseCode) }
  // nodemailer itself refuses an address that no server accepts, and a message that the server calls too large.
  if ((code === 'EENVELOPE' && command === 'API') || (code === 'EMESSAGE' && !responseCode))
    return { is: 'refused', reason, isAddress: false }
  if (isHandedOver && !responseCode) return { is: 'unknown', reason }
  return { is: 'deferred', reason }
}

/**
 * Whether the mailbox or its domain does not exist or is disabled: enhanced codes 5.1.x and 5.2.1, or without one 550, 551
 * and 553. Code 550 with 5.7.x is about the sender's reputation, and says nothing about the address.
 */
function isUnknownAddress(response: string, responseCode: number): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (enhanced) return enhanced.startsWith('5.1.') || enhanced === '5.2.1'
  return [550, 551, 553].includes(responseCode)
}
