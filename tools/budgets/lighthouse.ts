/** Lighthouse with its mobile preset: a slow phone on a slow connection. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lighthouseProgram } from './lighthouse-program.ts'

const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

/**
 * Scores in per cent by category, and the audits that cost points. Lighthouse computes them from a visit on the fast
 * local connection. On such a visit fonts arrive before or after the first frame by chance, which changes the
 * simulated LCP. So LCP is also measured with a throttled connection and processor.
 */
export type PageScore = {
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

/** Chromium loses the beginning of a trace on a busy machine. Such a run is repeated. */
const LOST_TRACE = /NO_NAVSTART|NO_FCP|NO_TRACING_STARTED/
const RUNS = 4

export async function score(url: string, browser: string): Promise<PageScore> {
  const report = await runLighthouse(url, browser)
  const slowed = await runLighthouse(url, browser, SLOWED)
  return {
    ...read(report),
    simulatedLcpSeconds: getSeconds(report, 'largest-contentful-paint'),
    lcpSeconds: getSeconds(slowed, 'largest-contentful-paint'),
  }
}

/** The median of each figure; the audits are those of the worst run. */
export function median(all: readonly PageScore[]): PageScore {
  const middle = (figure: (seen: PageScore) => number) =>
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

async function runLighthouse(url: string, browser: string, extraOptions: readonly string[] = []): Promise<Report> {
  for (let run = 1; ; run++) {
    const report = await runLighthouseOnce(url, browser, extraOptions).catch((error: Error) => error)
    if (!(report instanceof Error)) return report
    if (!LOST_TRACE.test(report.message) || run === RUNS) throw report
  }
}

async function runLighthouseOnce(url: string, browser: string, extraOptions: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-scores-'))
  const file = join(folder, 'report.json')
  // A 404 page is measured as well.
  const outputOptions = ['--quiet', '--ignore-status-code', '--output=json', `--output-path=${file}`]
  const options = [...outputOptions, `--chrome-flags=${FLAGS}`, ...extraOptions]
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

function read({ categories, audits }: Report): Pick<PageScore, 'scores' | 'faults' | 'shift'> {
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

const getSeconds = ({ audits }: Report, audit: string): number => (audits[audit]?.numericValue ?? 0) / 1000
