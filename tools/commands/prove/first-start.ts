/** Runs the first commands of a newcomer on many kinds of machines, and prints one line for each. */
import { runBareRoot } from '../../first-start/bare-root.ts'
import { CASES } from '../../first-start/cases.ts'
import { runCase } from '../../first-start/run-case.ts'

const BARE_ROOT = 'bare-debian'
const SHOWN_LINES = 60

export type FirstStartOptions = {
  /** Default: all. */
  cases?: readonly string[]
  /** Also runs `npm test` on the bare Debian. */
  tests?: boolean
}

export async function runFirstStart({ cases = [], tests = false }: FirstStartOptions = {}): Promise<void> {
  const runs = [
    ...CASES.map((one) => ({ name: one.name, work: () => runCase(one) })),
    { name: BARE_ROOT, work: () => runBareRoot(tests) },
  ]
  const names = runs.map(({ name }) => name)
  const unknown = cases.find((name) => !names.includes(name))
  if (unknown) throw new Error(`There is no case ${unknown}: choose from ${names.join(', ')}.`)
  for (const { name, work } of runs) {
    if (cases.length > 0 && !cases.includes(name)) continue
    const began = performance.now()
    const result = await work().catch((error: Error) => error)
    const seconds = Math.round((performance.now() - began) / 1000)
    if (result instanceof Error) process.exitCode = 1
    const note = result instanceof Error ? `FAILED\n${shorten(result.message)}` : (result ?? 'good')
    console.log(`${name.padEnd(18)} ${String(seconds).padStart(4)} s  ${note}`)
  }
}

/** The beginning says what failed, and the end of what was printed says why. */
function shorten(message: string): string {
  const lines = message.split('\n')
  return lines.length <= 2 * SHOWN_LINES
    ? message
    : [...lines.slice(0, 5), '…', ...lines.slice(-SHOWN_LINES)].join('\n')
}
