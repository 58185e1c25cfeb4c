import { chromium } from 'playwright-core'
import { findDeclaration } from '../../../tests/support/declared-routes.ts'
import { LISTED_PAGES, type ListedPage } from '../../../tests/support/listed-pages.ts'
import { startServer } from '../../../tests/world/server.ts'
import { KINDS, SCORES, WAITS } from '../../budgets/budgets.ts'
import { median, type PageScore, score } from '../../budgets/lighthouse.ts'
import { listOverweight, measureShift, weigh } from '../../budgets/weigh.ts'
import { build, isBuilt } from '../../build.ts'
import { findBrowser } from '../../find-browser.ts'

/** A busy machine distorts Lighthouse scores, so a missed score is measured again: the median of five counts. */
const REPEATS = 5

type Options = { weights?: boolean; scores?: boolean }
type Target = { url: string; executablePath: string; pages: readonly ListedPage[] }

export async function runBudgets(paths: readonly string[], { weights, scores }: Options): Promise<void> {
  const pages = LISTED_PAGES.filter(({ after, path }) => !after && (paths.length === 0 || paths.includes(path)))
  const unlisted = paths.filter((path) => !pages.some((page) => page.path === path))
  if (unlisted.length > 0) throw new Error(`Not a listed page: ${unlisted.join(' ')}`)
  if (!isBuilt()) await build()
  const executablePath = await findBrowser()
  const server = await startServer()
  const target: Target = { url: server.url, executablePath, pages }
  try {
    const missedWeights = scores ? 0 : await weighAll(target)
    const missedScores = weights ? 0 : await scoreAll(target)
    if (missedWeights + missedScores > 0) process.exitCode = 1
  } finally {
    await server.dispose()
  }
}

/** @returns the number of missed budgets */
async function weighAll({ url, executablePath, pages }: Target): Promise<number> {
  let missed = 0
  console.log('Kilobytes transferred, first view on a phone; script before the first interaction, touched after it.')
  console.log('The shift is measured with late fonts.\n')
  console.log(`${'page'.padEnd(28)}${KINDS.map((kind) => kind.padStart(9)).join('')}   sheets    shift`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const page of pages) {
      const weight = await weigh(browser, url, page)
      const shift = await measureShift(browser, url, page)
      const heavy = listOverweight(weight, page)
      const over = shift > WAITS[findDeclaration(page.path).budget].shift ? [...heavy, 'shift'] : heavy
      const cells = KINDS.map((kind) => weight[kind].toFixed(1).padStart(9)).join('')
      console.log(
        `${page.name.padEnd(28)}${cells}${String(weight.stylesheets).padStart(9)}${shift.toFixed(3).padStart(9)}   ${describeVerdict(over)}`,
      )
      missed += over.length
    }
  } finally {
    await browser.close()
  }
  return missed
}

/**
 * Scores public pages only, because Lighthouse does not log in.
 * @returns the number of missed scores
 */
async function scoreAll({ url, executablePath, pages }: Target): Promise<number> {
  let missed = 0
  console.log(
    '\nLighthouse, mobile               performance  accessibility  best practices   SEO   LCP s   shift   (LCP simulated)',
  )
  for (const page of pages.filter(({ as }) => !as)) {
    const measurePage = () => score(url + page.path, executablePath)
    let result = await measurePage()
    let measurements = 1
    if (listMissed(page, result).length > 0) {
      const all = [result]
      while (all.length < REPEATS) all.push(await measurePage())
      result = median(all)
      measurements = REPEATS
    }
    const { scores, lcpSeconds, simulatedLcpSeconds, shift } = result
    const cells = [scores.performance, scores.accessibility, scores['best-practices'], scores.seo]
    const widths = [16, 15, 16, 6]
    const line = cells.map((cell, index) => String(cell).padStart(widths[index]!)).join('')
    const waits = [lcpSeconds.toFixed(2), shift.toFixed(3), simulatedLcpSeconds.toFixed(2)]
      .map((cell) => cell.padStart(8))
      .join('')
    const times = measurements > 1 ? `, median of ${measurements}` : ''
    const missing = listMissed(page, result)
    console.log(`${page.name.padEnd(28)}${line}${waits}   ${describeVerdict(missing)}${times}`)
    if (missing.length > 0) for (const fault of result.faults) console.log(`    ${fault}`)
    missed += missing.length
  }
  return missed
}

function listMissed({ path, isUnlisted, isRefused }: ListedPage, { scores, lcpSeconds, shift }: PageScore): string[] {
  const { budget } = findDeclaration(path)
  const least: Record<string, number> = {
    ...SCORES[budget],
    ...(isUnlisted && { seo: 0 }),
    ...(isRefused && { 'best-practices': 0 }),
  }
  const most = WAITS[budget]
  return [
    ...Object.keys(least).filter((category) => (scores[category] ?? 0) < least[category]!),
    ...(lcpSeconds > most.lcpSeconds ? ['LCP'] : []),
    ...(shift > most.shift ? ['shift'] : []),
  ]
}

function describeVerdict(over: readonly string[]): string {
  return over.length === 0 ? 'held' : `MISSED: ${over.join(', ')}`
}
