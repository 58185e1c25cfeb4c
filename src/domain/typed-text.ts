/**
 * Text as it was meant, for e-mail addresses, numbers and codes: without the characters that copies bring along unseen
 * (Unicode's format characters, such as a zero-width space), with full-width letters and digits as ASCII, and without
 * spaces at its ends. Not for names, where format characters join letters.
 */
export function plainTyped(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
}

/** A typed code, with the dashes that keyboards put for a hyphen as hyphens. */
export const plainCode = (text: string): string => plainTyped(text).replace(/[\p{Pd}\u2212]/gu, '-')
