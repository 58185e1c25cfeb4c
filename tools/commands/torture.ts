import { type Plan, type Report, torture } from '../../tests/torture/run.ts'

type Options = { provider?: string; checkouts: number; clients: number; kills: number; seed?: number }

const MAX_RECOVERY_MS = 10_000

export async function runTorture({ checkouts, clients, kills, ...options }: Options): Promise<void> {
  const seed = options.seed ?? Date.now() % 1_000_000
  const providers = (['sandbox', 'stripe'] as const).filter((one) => !options.provider || options.provider === one)
  let hasPassed = providers.length > 0
  for (const provider of providers) {
    const plan: Plan = {
      provider,
      checkouts,
      clients,
      seats: Math.ceil(checkouts / 2),
      appKills: kills,
      postgresKills: kills,
      replay: { events: 200, times: 50 },
      seed,
    }
    console.log(`\n${provider}: ${JSON.stringify(plan)}`)
    hasPassed = printReport(await torture(plan)) && hasPassed
  }
  process.exitCode = hasPassed ? 0 : 1
}

function printReport({ violations, lies, recoveriesMs, settledMs, replayed, ...rest }: Report): boolean {
  const slowest = Math.max(0, ...recoveriesMs)
  console.log(JSON.stringify(rest))
  console.log(
    `${violations ? 'BROKEN' : 'holds '} the audit, clean after ${Math.round(settledMs / 1000)} s\n${violations}`,
  )
  console.log(`${lies.length > 0 ? 'BROKEN' : 'holds '} every response was true\n${lies.slice(0, 20).join('\n')}`)
  console.log(`${slowest > MAX_RECOVERY_MS ? 'BROKEN' : 'holds '} back within ${slowest} ms: ${recoveriesMs}`)
  const isUnmoved = replayed.refused === 0 && !replayed.changed
  console.log(`${isUnmoved ? 'holds ' : 'BROKEN'} repeated events change nothing: ${JSON.stringify(replayed)}`)
  return isUnmoved && !violations && lies.length === 0 && slowest <= MAX_RECOVERY_MS
}
