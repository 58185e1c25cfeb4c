/** Lighthouse on its mobile setting: a slow phone on a slow line. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measuringTool } from '../measuring-tool.ts'

const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

/** Scores in per cent by category, and what cost the points. */
export type Scored = { scores: Record<string, number>; faults: string[]; lcpSeconds: number; shift: number }

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>
}

export async function score(url: string, browser: string): Promise<Scored> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-scores-'))
  const file = join(folder, 'report.json')
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${FLAGS}`]
  try {
    await promisify(execFile)(process.execPath, [measuringTool('lighthouse'), url, ...options], {
      env: { ...process.env, CHROME_PATH: browser },
    })
    return read(JSON.parse(await readFile(file, 'utf8')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function read({ categories, audits }: Report): Scored {
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
    lcpSeconds: (audits['largest-contentful-paint']?.numericValue ?? 0) / 1000,
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
  }
}
