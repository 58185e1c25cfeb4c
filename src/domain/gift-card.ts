/** The code of a gift card, as it is printed and as it is compared. */

/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 16

/** How many random bytes a code is made of: one a character, of which 5 bits are used. 80 bits in all. */
export const CODE_BYTES = CHARACTERS

/** `GIFT-7K2M-…`, four times four characters. */
export function giftCardCode(random: Uint8Array): string {
  if (random.length !== CODE_BYTES) throw new RangeError(`bytes for a gift card code: ${random.length}`)
  const characters = Array.from(random, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return `GIFT-${characters.match(/.{4}/g)!.join('-')}`
}

/** However it was typed: without case, spaces, hyphens, and with O for 0 and I or L for 1. */
export function comparableCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}
