/** Calls a server in loops, and measures how often it answers and what that costs. */
import type { MeasuredServer } from './measured-server.ts'
import { median, type Plan } from './report.ts'

/** `cpu`: processor time of the server for one call, in milliseconds. It hardly depends on other load. */
type Rate = { perSecond: number; p50: number; p95: number; cpu: number }

/** Runs a call in many loops at once. Times are in milliseconds. */
async function measureRate(
  server: MeasuredServer,
  loops: number,
  seconds: number,
  call: (loop: number) => Promise<unknown>,
): Promise<Rate> {
  const times: number[] = []
  const cpuBefore = server.cpuSeconds() ?? Number.NaN
  const began = performance.now()
  const end = began + seconds * 1000
  const one = async (loop: number) => {
    while (performance.now() < end) {
      const at = performance.now()
      await call(loop)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: loops }, (_, loop) => one(loop)))
  const sorted = times.toSorted((a, b) => a - b)
  const perSecond = times.length / ((performance.now() - began) / 1000)
  const cpu = (((server.cpuSeconds() ?? Number.NaN) - cpuBefore) * 1000) / times.length
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!
  return { perSecond, p50: at(0.5), p95: at(0.95), cpu }
}

/** The median of several rounds. */
export async function measureRounds(
  { rounds, seconds }: Plan,
  server: MeasuredServer,
  loops: number,
  call: (loop: number) => Promise<unknown>,
): Promise<Rate> {
  await measureRate(server, loops, 1, call)
  const all: Rate[] = []
  for (let round = 0; round < rounds; round++) all.push(await measureRate(server, loops, seconds, call))
  const of = (key: keyof Rate) => median(all.map((rate) => rate[key]))
  return { perSecond: of('perSecond'), p50: of('p50'), p95: of('p95'), cpu: of('cpu') }
}

export const formatCpu = ({ cpu }: Rate, share = 1) => (Number.isNaN(cpu) ? 'not known' : (cpu / share).toFixed(2))
