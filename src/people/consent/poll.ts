/** Polls until there is a value: every 2000 ms, at most 15 times. docs/contract §7. */
const EVERY_MS = 2000
const TIMES = 15

export function poll(getValue: () => string | null, onValue: (value: string) => void): void {
  let times = 0
  const timer = setInterval(() => {
    times += 1
    const value = getValue()
    if (value !== null || times === TIMES) clearInterval(timer)
    if (value !== null) onValue(value)
  }, EVERY_MS)
}

/** The text in a global such as `Rewardful.referral`, or null when it is not set. */
export function globalText(name: string): string | null {
  const value = name.split('.').reduce<unknown>((inside, part) => (isObject(inside) ? inside[part] : null), window)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
