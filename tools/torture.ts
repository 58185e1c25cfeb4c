/**
 * `npm run torture -- [--provider sandbox|stripe] [--checkouts 2000] [--clients 60] [--kills 6] [--seed N]`
 * Kills are of the program and of PostgreSQL, that many each. The seed is printed: it brings the same faults again.
 */
import { parseArgs } from 'node:util'
import { type Plan, type Report, torture } from '../tests/torture/run.ts'

const MOST_RECOVERY_MS = 10_000
const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    checkouts: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '60' },
    kills: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const checkouts = Number(values.checkouts)
const providers = (['sandbox', 'stripe'] as const).filter((one) => !values.provider || values.provider === one)
let isGood = providers.length > 0

for (const provider of providers) {
  const plan: Plan = {
    provider,
    checkouts,
    clients: Number(values.clients),
    seats: Math.ceil(checkouts / 2),
    appKills: Number(values.kills),
    postgresKills: Number(values.kills),
    replay: { events: 200, times: 50 },
    seed: Number(values.seed),
  }
  console.log(`\n${provider}: ${JSON.stringify(plan)}`)
  isGood = tell(await torture(plan)) && isGood
}
process.exitCode = isGood ? 0 : 1

function tell({ violations, lies, recoveriesMs, settledMs, replayed, ...rest }: Report): boolean {
  const slowest = Math.max(0, ...recoveriesMs)
  console.log(JSON.stringify(rest))
  console.log(
    `${violations ? 'BROKEN' : 'holds '} the audit, clean after ${Math.round(settledMs / 1000)} s\n${violations}`,
  )
  console.log(`${lies.length > 0 ? 'BROKEN' : 'holds '} nobody was told a lie\n${lies.slice(0, 20).join('\n')}`)
  console.log(`${slowest > MOST_RECOVERY_MS ? 'BROKEN' : 'holds '} back within ${slowest} ms: ${recoveriesMs}`)
  const isUnmoved = replayed.refused === 0 && !replayed.changed
  console.log(`${isUnmoved ? 'holds ' : 'BROKEN'} news told again changes nothing: ${JSON.stringify(replayed)}`)
  return isUnmoved && !violations && lies.length === 0 && slowest <= MOST_RECOVERY_MS
}
