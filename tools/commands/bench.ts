import { benchActs } from '../bench/acts.ts'
import { benchJson, benchPages } from '../bench/cached-responses.ts'
import { benchEnrolments } from '../bench/enrolments.ts'
import { benchLearning } from '../bench/learning.ts'
import { createFindings } from '../bench/report.ts'
import { benchStudio } from '../bench/studio.ts'
import { build, isBuilt } from '../build.ts'

type Options = { rounds?: number; seconds?: number }

const PARTS = {
  pages: { bench: benchPages, rounds: 25, seconds: 1 },
  json: { bench: benchJson, rounds: 25, seconds: 1 },
  enrolments: { bench: benchEnrolments, rounds: 3, seconds: 6 },
  learning: { bench: benchLearning, rounds: 3, seconds: 4 },
  acts: { bench: benchActs, rounds: 3, seconds: 0 },
  studio: { bench: benchStudio, rounds: 3, seconds: 1 },
}

export async function runBench(part: string | undefined, options: Options): Promise<void> {
  const parts = Object.entries(PARTS).filter(([name]) => part === undefined || part === name)
  if (parts.length === 0) throw new Error(`There is no part ${part}: choose from ${Object.keys(PARTS).join(', ')}.`)
  // Stops the measured servers, which end with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  if (!isBuilt()) await build()
  const findings = createFindings()
  for (const [, { bench, rounds, seconds }] of parts)
    await bench(findings, { rounds: options.rounds ?? rounds, seconds: options.seconds ?? seconds })
}
