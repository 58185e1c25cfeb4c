/**
 * `npm run axe [NAME]`: every page and state there is, light and dark, on a phone and on a desk, as axe sees it.
 * A part of a name does those alone. It ends with 1 where something is found.
 */
import { chromium } from 'playwright-core'
import { faultsOf } from '../tests/axe.ts'
import { enterAs } from '../tests/demo-visitor.ts'
import { LISTED_PAGES } from '../tests/listed-pages.ts'
import { startServer } from '../tests/server.ts'
import { findBrowser } from './browser.ts'
import { build, isBuilt } from './build.ts'

const WIDTHS = [360, 1280]
const COLOURS = ['light', 'dark'] as const

const wanted = process.argv[2] ?? ''
if (!isBuilt()) await build()
const server = await startServer()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const found = new Map<string, string[]>()
let looked = 0
try {
  for (const listed of LISTED_PAGES.filter(({ name }) => name.includes(wanted)))
    for (const width of WIDTHS) for (const colorScheme of COLOURS) await look(listed, width, colorScheme)
} finally {
  await browser.close()
  await server.dispose()
}
for (const [fault, places] of found) console.log(`${fault}\n    ${places.join('; ')}`)
console.log(`${looked} pages and states looked at, ${found.size} faults`)
if (found.size > 0 || looked === 0) process.exitCode = 1

async function look(listed: (typeof LISTED_PAGES)[number], width: number, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Manila',
  })
  const place = `${listed.name}, ${width} px, ${colorScheme}`
  try {
    if (listed.as) await enterAs(context, server.url, listed.as)
    const page = await context.newPage()
    await page.goto(server.url + listed.path, { waitUntil: 'networkidle' })
    await listed.after?.(page)
    for (const fault of await faultsOf(page)) found.set(fault, [...(found.get(fault) ?? []), place])
    looked++
  } catch (error) {
    const fault = `not reached: ${(error as Error).message.split('\n')[0]}`
    found.set(fault, [...(found.get(fault) ?? []), place])
  } finally {
    await context.close()
  }
}
