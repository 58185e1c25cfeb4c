/**
 * `npm run budgets`: what every kind of page weighs as it is sent, and what Lighthouse thinks of it, against what
 * it may. `npm run budgets -- --weights` leaves Lighthouse out, and `--scores` the weights; addresses that follow leave
 * out every other page. It ends with 1 where something is too heavy.
 */
import { chromium } from 'playwright-core'
import { LISTED_PAGES, type ListedPage } from '../tests/listed-pages.ts'
import { startServer } from '../tests/server.ts'
import { findBrowser } from './browser.ts'
import { BUDGETS, KINDS, SCORES, WAITS } from './budgets/budgets.ts'
import { median, type Scored, score } from './budgets/lighthouse.ts'
import { shiftOf, weigh } from './budgets/weigh.ts'
import { build, isBuilt } from './build.ts'

/** A machine that is busy with something else judges a page by that: of what misses, the median of five looks counts. */
const LOOKS = 5
const asked = process.argv.slice(2).filter((word) => word.startsWith('/'))
const weighed = LISTED_PAGES.filter(({ after, path }) => !after && (asked.length === 0 || asked.includes(path)))
const unlisted = asked.filter((word) => !weighed.some(({ path }) => path === word))
if (unlisted.length > 0) throw new Error(`Not a listed page: ${unlisted.join(' ')}`)

if (!isBuilt()) await build()
const executablePath = await findBrowser()
const server = await startServer()
let missed = 0
try {
  if (!process.argv.includes('--scores')) await weighAll()
  if (!process.argv.includes('--weights')) await scoreAll()
} finally {
  await server.dispose()
}
if (missed > 0) process.exitCode = 1

async function weighAll(): Promise<void> {
  console.log('Kilobytes as sent, first view on a phone; script before and, as touched, after a first touch.')
  console.log('The shift is the one that is seen where the letters come late.\n')
  console.log(`${'page'.padEnd(28)}${KINDS.map((kind) => kind.padStart(9)).join('')}   sheets    shift`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const page of weighed) {
      const weight = await weigh(browser, server.url, page)
      const shift = await shiftOf(browser, server.url, page)
      const heavy = KINDS.filter((kind) => weight[kind] > BUDGETS[page.surface][kind])
      const over = shift > WAITS[page.surface].shift ? [...heavy, 'shift'] : heavy
      const cells = KINDS.map((kind) => weight[kind].toFixed(1).padStart(9)).join('')
      console.log(
        `${page.name.padEnd(28)}${cells}${String(weight.sheets).padStart(9)}${shift.toFixed(3).padStart(9)}   ${verdict(over)}`,
      )
    }
  } finally {
    await browser.close()
  }
}

/** Of what anybody may see: Lighthouse does not log in. */
async function scoreAll(): Promise<void> {
  console.log(
    '\nLighthouse, mobile               performance  accessibility  best practices   SEO   LCP s   shift   (LCP simulated)',
  )
  for (const page of weighed.filter(({ as }) => !as)) {
    const look = () => score(server.url + page.path, executablePath)
    let seen = await look()
    let looks = 1
    if (under(page, seen).length > 0) {
      const all = [seen]
      while (all.length < LOOKS) all.push(await look())
      seen = median(all)
      looks = LOOKS
    }
    const { scores, lcpSeconds, simulatedLcpSeconds, shift } = seen
    const cells = [scores.performance, scores.accessibility, scores['best-practices'], scores.seo]
    const widths = [16, 15, 16, 6]
    const line = cells.map((cell, index) => String(cell).padStart(widths[index]!)).join('')
    const waits = [lcpSeconds.toFixed(2), shift.toFixed(3), simulatedLcpSeconds.toFixed(2)]
      .map((cell) => cell.padStart(8))
      .join('')
    const times = looks > 1 ? `, median of ${looks}` : ''
    const missing = under(page, seen)
    console.log(`${page.name.padEnd(28)}${line}${waits}   ${verdict(missing)}${times}`)
    if (missing.length > 0) for (const fault of seen.faults) console.log(`    ${fault}`)
  }
}

function under({ surface, isUnlisted, isRefused }: ListedPage, { scores, lcpSeconds, shift }: Scored): string[] {
  const least: Record<string, number> = {
    ...SCORES[surface],
    ...(isUnlisted && { seo: 0 }),
    ...(isRefused && { 'best-practices': 0 }),
  }
  const most = WAITS[surface]
  return [
    ...Object.keys(least).filter((category) => (scores[category] ?? 0) < least[category]!),
    ...(lcpSeconds > most.lcpSeconds ? ['LCP'] : []),
    ...(shift > most.shift ? ['shift'] : []),
  ]
}

function verdict(over: readonly string[]): string {
  missed += over.length
  return over.length === 0 ? 'held' : `MISSED: ${over.join(', ')}`
}
