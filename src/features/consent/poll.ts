/** Asks until there is an answer: every 2000 ms, at most 15 times. Specification §9, contract §7. */
const EVERY_MS = 2000
const TIMES = 15

export function poll(ask: () => string | null, answered: (answer: string) => void): void {
  let times = 0
  const timer = setInterval(() => {
    times += 1
    const answer = ask()
    if (answer !== null || times === TIMES) clearInterval(timer)
    if (answer !== null) answered(answer)
  }, EVERY_MS)
}

/** The text in a global such as `Rewardful.referral`, once there is one. */
export function globalText(name: string): string | null {
  const found = name.split('.').reduce<unknown>((inside, part) => (isObject(inside) ? inside[part] : null), window)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
