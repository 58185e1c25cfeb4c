/**
 * `npm run budgets`: what every kind of page weighs as it is sent, and what Lighthouse thinks of it, against what
 * it may. `npm run budgets -- --weights` leaves Lighthouse out, and `--scores` the weights. It ends with 1 where something is too heavy.
 */
import { chromium } from 'playwright-core'
import { LISTED_PAGES } from '../tests/listed-pages.ts'
import { startServer } from '../tests/server.ts'
import { findBrowser } from './browser.ts'
import { BUDGETS, KINDS, SCORES } from './budgets/budgets.ts'
import { score } from './budgets/lighthouse.ts'
import { weigh } from './budgets/weigh.ts'
import { build, isBuilt } from './build.ts'

/** One of each kind: it takes a quarter of a minute. */
const SCORED = ['home', 'course, open', 'course, full', 'questions', 'generic page', 'log-in', 'checkout']
const weighed = LISTED_PAGES.filter(({ after }) => !after)

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
  console.log('Kilobytes as sent, first view on a phone; script before and, as touched, after a first touch\n')
  console.log(`${'page'.padEnd(28)}${KINDS.map((kind) => kind.padStart(9)).join('')}   sheets`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const page of weighed) {
      const weight = await weigh(browser, server.url, page)
      const over = KINDS.filter((kind) => weight[kind] > BUDGETS[page.surface][kind])
      const cells = KINDS.map((kind) => weight[kind].toFixed(1).padStart(9)).join('')
      console.log(`${page.name.padEnd(28)}${cells}${String(weight.sheets).padStart(9)}   ${verdict(over)}`)
    }
  } finally {
    await browser.close()
  }
}

async function scoreAll(): Promise<void> {
  console.log('\nLighthouse, mobile               performance  accessibility  best practices   SEO   LCP s   shift')
  for (const page of weighed.filter(({ name }) => SCORED.includes(name))) {
    const { scores, faults, lcpSeconds, shift } = await score(server.url + page.path, executablePath)
    const least = SCORES[page.surface]
    const under = Object.keys(least).filter((category) => (scores[category] ?? 0) < least[category]!)
    const cells = [scores.performance, scores.accessibility, scores['best-practices'], scores.seo]
    const widths = [16, 15, 16, 6]
    const line = cells.map((cell, index) => String(cell).padStart(widths[index]!)).join('')
    console.log(
      `${page.name.padEnd(28)}${line}${lcpSeconds.toFixed(1).padStart(8)}${shift.toFixed(3).padStart(8)}   ${verdict(under)}`,
    )
    for (const fault of faults) console.log(`    ${fault}`)
  }
}

function verdict(over: readonly string[]): string {
  missed += over.length
  return over.length === 0 ? 'held' : `MISSED: ${over.join(', ')}`
}
