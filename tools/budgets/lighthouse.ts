/** Lighthouse on its mobile setting: a slow phone on a slow line. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lighthouseProgram } from '../lighthouse-program.ts'

const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

/**
 * Scores in per cent by category, and what cost the points, as Lighthouse works them out by default: from a visit on the
 * machine's own fast line. Such a visit has the letters before its first frame or after it, by chance, and the wait for
 * the largest thing is worked out with them or without. So that wait is seen: on a line and a processor made as slow.
 */
export type Scored = {
  scores: Record<string, number>
  faults: string[]
  lcpSeconds: number
  simulatedLcpSeconds: number
  shift: number
}

const SLOWED = ['--only-categories=performance', '--throttling-method=devtools']

type Report = {
  runtimeError?: { code: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>
}

/** A run that recorded nothing is no judgement: Chromium loses the beginning of a trace on a busy machine. */
const LOST = /NO_NAVSTART|NO_FCP|NO_TRACING_STARTED/
const RUNS = 4

export async function score(url: string, browser: string): Promise<Scored> {
  const report = await look(url, browser)
  const slowed = await look(url, browser, SLOWED)
  return {
    ...read(report),
    simulatedLcpSeconds: secondsOf(report, 'largest-contentful-paint'),
    lcpSeconds: secondsOf(slowed, 'largest-contentful-paint'),
  }
}

/** Each figure by itself; what cost the points is told of the worst. */
export function median(all: readonly Scored[]): Scored {
  const middle = (figure: (seen: Scored) => number) =>
    all.map(figure).sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  const names = Object.keys(all[0]!.scores)
  const worst = all.toSorted((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0))[0]!
  return {
    scores: Object.fromEntries(names.map((name) => [name, middle(({ scores }) => scores[name] ?? 0)])),
    faults: worst.faults,
    lcpSeconds: middle(({ lcpSeconds }) => lcpSeconds),
    simulatedLcpSeconds: middle(({ simulatedLcpSeconds }) => simulatedLcpSeconds),
    shift: middle(({ shift }) => shift),
  }
}

async function look(url: string, browser: string, more: readonly string[] = []): Promise<Report> {
  for (let run = 1; ; run++) {
    const seen = await lookOnce(url, browser, more).catch((error: Error) => error)
    if (!(seen instanceof Error)) return seen
    if (!LOST.test(seen.message) || run === RUNS) throw seen
  }
}

async function lookOnce(url: string, browser: string, more: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-scores-'))
  const file = join(folder, 'report.json')
  // A page that says that something is missing is a page as well.
  const given = ['--quiet', '--ignore-status-code', '--output=json', `--output-path=${file}`]
  const options = [...given, `--chrome-flags=${FLAGS}`, ...more]
  try {
    await promisify(execFile)(process.execPath, [lighthouseProgram(), url, ...options], {
      env: { ...process.env, CHROME_PATH: browser },
    })
    const report: Report = JSON.parse(await readFile(file, 'utf8'))
    if (report.runtimeError) throw new Error(report.runtimeError.code)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function read({ categories, audits }: Report): Pick<Scored, 'scores' | 'faults' | 'shift'> {
  const faults = Object.entries(categories).flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(
        ({ id }) =>
          `${category}: ${audits[id]!.title}${audits[id]!.displayValue ? ` (${audits[id]!.displayValue})` : ''}`,
      ),
  )
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    faults,
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
  }
}

const secondsOf = ({ audits }: Report, audit: string): number => (audits[audit]?.numericValue ?? 0) / 1000
