/** Recognises slips in the domain of a typed e-mail address. Only a suggestion: the address as typed stays valid. */

const COMMON_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
]
/** Providers whose domains are one slip away from a common one. */
const OTHER_PROVIDERS = new Set(['mail.com', 'ymail.com', 'email.com'])

/**
 * The address with a common domain, when the typed domain is one slip away from it; otherwise null.
 *
 * @param isFinished false while the person types: then the beginning of a common domain is no slip
 */
export function suggestEmail(text: string, isFinished = true): string | null {
  const [local, domain, ...others] = text.trim().split('@')
  if (!local || !domain || others.length > 0) return null
  const typed = domain.toLowerCase()
  if (!/\.[a-z]{2,}$/.test(typed) || COMMON_DOMAINS.includes(typed) || OTHER_PROVIDERS.has(typed)) return null
  const isSlip = (candidate: string) => isOneSlipAway(typed, candidate) && (isFinished || !candidate.startsWith(typed))
  const common = COMMON_DOMAINS.find(isSlip)
  return common ? `${local}@${common}` : null
}

/** Whether one letter more, less or other, or two neighbours swapped, make `typed` into `meant`. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const [typedRest, meantRest] = [typed.slice(start), meant.slice(start)]
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest.slice(1) ||
    (typedRest[0] === meantRest[1] && typedRest[1] === meantRest[0] && typedRest.slice(2) === meantRest.slice(2))
  )
}
