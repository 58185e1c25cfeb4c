/** E-mail addresses as the product reads them, and what is wrong with contact details. Specification §5; phone.ts reads numbers. */

/** RFC 5321: the longest address, its local part and a label of its domain. */
const LONGEST = { address: 254, local: 64, label: 63 }

/**
 * One form for one address: trimmed, lower case, NFC, the domain as mail servers spell it (UTS 46), so that
 * letters which look alike there are one. Dots and tags are left alone: they are the owner's.
 */
export function normaliseEmail(text: string): string {
  const address = text.trim().toLowerCase().normalize('NFC')
  const at = address.lastIndexOf('@')
  const domain = URL.parse(`http://${address.slice(at + 1)}`)?.hostname
  return at > 0 && domain && isEmail(address) ? `${address.slice(0, at)}@${domain}` : address
}

/** The mailbox behind an address, for counting mails alone: tags are cut, and dots where they mean nothing. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@')
  const plain = local.split('+', 1)[0]!
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/**
 * The name, where it reads as one: letters, at most 40, and nothing that leads anywhere. For mails that
 * anybody can have sent to anybody, with words of their own choice in the name.
 */
export function plainName(name: string | null): string | null {
  const isPlain = name && name.length <= 40 && /^[\p{L}\p{M}' ’.-]+$/u.test(name) && !/\p{L}\.\p{L}/u.test(name)
  return isPlain ? name : null
}

/** "Hello Ana", or "Hello" alone. */
export function greetingFor(name: string): string {
  const plain = plainName(name)
  return plain ? `Hello ${plain}` : 'Hello'
}

/** Where whoever deleted their account is written to: nowhere. */
const NOWHERE = '@deleted.invalid'
export const addressOfNobody = (personId: string): string => `deleted-${personId}${NOWHERE}`
export const isNobody = (email: string): boolean => email.endsWith(NOWHERE)

/** What is wrong with an address as typed, in the specification's two sentences (§5), or null. */
export function emailFault(text: string): string | null {
  if (text.trim() === '') return 'Email is required'
  return isEmail(text) ? null : 'Please enter a valid email address'
}

/**
 * What is wrong with a phone number as typed, in the specification's sentence (§5), or null; none is no fault.
 * Only its shape (ITU E.164: at most 15 digits, written with dots, spaces, strokes and brackets): whether the
 * number exists, the server says.
 */
export function phoneFault(text: string): string | null {
  const digits = text.replace(/\D/g, '').length
  const mayBeOne = /^\+?[\d\s().\-/]+$/.test(text.trim()) && digits >= 6 && digits <= 15
  return text.trim() === '' || mayBeOne ? null : 'Please check the format of the phone number'
}

/**
 * Whether a text looks like an address that mail can reach: one @, a domain with a dot, no spaces,
 * control or invisible characters. Looks at each character once, so no input can make it slow.
 */
export function isEmail(text: string): boolean {
  const address = text.trim()
  if (address.length > LONGEST.address || /[\s\p{Cc}\p{Cf}\p{Cs}<>()[\]\\,;:"]/u.test(address)) return false
  const [local, domain, ...more] = address.split('@')
  if (!local || !domain || more.length > 0 || local.length > LONGEST.local) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  return (
    label.length > 0 &&
    label.length <= LONGEST.label &&
    !label.startsWith('-') &&
    !label.endsWith('-') &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label)
  )
}
