/** Normalises and checks e-mail addresses and other contact details. Phone numbers are parsed in phone.ts. */

import { plainCode, plainTyped } from './typed-text.ts'

/** RFC 5321: the maximum length of an address, its local part and a label of its domain. */
const MAX_LENGTHS = { address: 254, local: 64, label: 63 }

/**
 * One form for one address: without what a copy added unseen, lower case, NFC, with the domain as mail servers spell it
 * (UTS 46). Domains that only look alike become equal. Dots and tags stay, because they belong to the owner.
 */
export function normaliseEmail(text: string): string {
  const address = plainTyped(text).toLowerCase().normalize('NFC')
  const at = address.lastIndexOf('@')
  const domain = URL.parse(`http://${address.slice(at + 1)}`)?.hostname
  return at > 0 && domain && isEmail(address) ? `${address.slice(0, at)}@${domain}` : address
}

/**
 * The mailbox behind an address, for what a mailbox has once. Removes tags, and dots where the provider ignores them.
 * The database has the same rule (`to_mailbox`, migrations/0007_leads.sql).
 */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@')
  const plain = local.split('+', 1)[0] || local
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

const MAX_PLAIN_NAME = 40
/** Emoji, and what joins or colours them. A joiner before them belongs to letters. */
const EMOJI = /(?!\u200D)(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F)+/gu

/** Additions such as "(she/her)". */
const IN_BRACKETS = /[(（][^()（）]*[)）]/g
/** "J.Smith", which has the form of the web address "t.co", gets a space. */
const INITIAL_BEFORE_WORD = /(^|[\s.-])(\p{L}\.)(?=\p{L}{2})/gu
/** Letters, joiners, and what stands between the words of names, such as "Jean‑Luc", "Ana & Ben" and "馬克・吐溫". */
const NAME = /^(?:[\p{L}\p{M}\p{Pd}' ’‘.,，、·・&]|\u200C|\u200D)+$/u
/** A dot between letters, other than that of initials such as "J.R." */
const WEB_ADDRESS = /\p{L}[\p{L}\p{M}]\.\p{L}|\p{L}\.\p{L}[\p{L}\p{M}]/u

/**
 * The name when it looks like a person's name: letters, no web address. Without emoji and what is in brackets, and with
 * as many of its words as fit into 40 characters; a longer word is cut. Used in e-mails that anybody can send to
 * anybody, so that the name cannot carry a message.
 */
export function plainName(name: string | null): string | null {
  const typed = (name ?? '').replace(EMOJI, ' ').replace(IN_BRACKETS, ' ').replace(INITIAL_BEFORE_WORD, '$1$2 ')
  const [first = '', ...others] = typed.split(/\s+/).filter(Boolean)
  let plain = [...first].slice(0, MAX_PLAIN_NAME).join('')
  for (const word of others) {
    if (plain.length + 1 + word.length > MAX_PLAIN_NAME) break
    plain += ` ${word}`
  }
  return /\p{L}/u.test(plain) && NAME.test(plain) && !WEB_ADDRESS.test(plain) ? plain : null
}

/** "Hello Ana", or "Hello" alone. */
export function greetingFor(name: string): string {
  const plain = plainName(name)
  return plain ? `Hello ${plain}` : 'Hello'
}

/** The domain of the addresses that deleted accounts get. No e-mail reaches it. */
const DELETED_DOMAIN = '@deleted.invalid'
export const createDeletedAccountEmail = (personId: string): string => `deleted-${personId}${DELETED_DOMAIN}`
export const isDeletedAccountEmail = (email: string): boolean => email.endsWith(DELETED_DOMAIN)

/** The fault of a typed address, or null. docs/specification.md §5 fixes both sentences. */
export function emailFault(text: string): string | null {
  if (text.trim() === '') return 'Email is required'
  return isEmail(plainTyped(text)) ? null : 'Please enter a valid email address'
}

/** A typed or copied phone number without what does not belong to it: unseen characters, and `tel:` before it. */
export const plainPhone = (text: string): string => plainCode(text).replace(/^tel:/i, '').trim()

/**
 * The fault of a typed phone number, or null. An empty number is no fault.
 * docs/specification.md §5 fixes the sentence.
 * Checks only the shape: at most 15 digits (ITU E.164) with dots, spaces, slashes and brackets. The server checks
 * whether the number exists.
 */
export function phoneFault(text: string): string | null {
  const number = plainPhone(text)
  const digits = number.match(/\p{Nd}/gu)?.length ?? 0
  const isPlausible = /^\+?[\p{Nd}\s().\-/]+$/u.test(number) && digits >= 6 && digits <= 15
  return number === '' || isPlausible ? null : 'Please check the format of the phone number'
}

/**
 * Whether a text has the form of an e-mail address: one @, a domain with a dot, no spaces, control or invisible
 * characters. Reads each character once, so no input can make it slow.
 */
export function isEmail(text: string): boolean {
  const address = text.trim()
  if (address.length > MAX_LENGTHS.address || /[\s\p{Cc}\p{Cf}\p{Cs}<>()[\]\\,;:"]/u.test(address)) return false
  const [local, domain, ...others] = address.split('@')
  if (!local || !domain || others.length > 0 || local.length > MAX_LENGTHS.local) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  return (
    label.length > 0 &&
    label.length <= MAX_LENGTHS.label &&
    !label.startsWith('-') &&
    !label.endsWith('-') &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label)
  )
}
