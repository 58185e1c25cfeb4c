/**
 * `npm run axe [NAME…]`: every page and state there is, light and dark, on a phone and on a desk, as axe sees it; and
 * whether it fits 320 px and letters twice as large, keeps still where that is asked for, and stands in forced colours.
 * `npm run axe keyboard [NAME…]` walks them all by keyboard instead, and looks at their rings. A part of a name does
 * those alone. It ends with 1 where something is found.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { faultsOf } from '../tests/axe.ts'
import { enterWith, tokensOf } from '../tests/demo-visitor.ts'
import { blanksOf, misfitsOf, movesOf } from '../tests/fit.ts'
import { keyboardFaultsOf } from '../tests/keyboard.ts'
import { openHouses } from '../tests/states/houses.ts'
import type { State } from '../tests/states/state.ts'
import { STATES } from '../tests/states.ts'
import { findBrowser } from './browser.ts'
import { build, isBuilt } from './build.ts'

const WIDTHS = [360, 1280] as const
/** A low window, as laptops and phones with their bars have: what stays in place must not keep anything out of it. */
const LOW = { 360: 640, 1280: 720 }
const NARROWEST = 320
const LOGGED_IN_MS = 10 * 60_000
const COLOURS = ['light', 'dark'] as const

const words = process.argv.slice(2)
const isKeyboard = words[0] === 'keyboard'
const wanted = isKeyboard ? words.slice(1) : words
const isWanted = ({ name }: State) => wanted.length === 0 || wanted.some((word) => name.includes(word))
// The copy that is looked at where scripts are off has nothing of them to walk through: tests/browser does that.
const chosen = STATES.filter((state) => isWanted(state) && !(isKeyboard && state.withoutScripts))

if (!isBuilt()) await build()
const houses = openHouses()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const eye = await browser.newPage()
const found = new Map<string, string[]>()
const tokens = new Map<string, { at: number; are: ReturnType<typeof tokensOf> }>()
const rings = { 360: new Set<string>(), 1280: new Set<string>() }
let looked = 0
try {
  for (const state of chosen) for (const width of WIDTHS) await visit(browser, state, width)
} finally {
  await browser.close()
  await houses.close()
}
for (const [fault, places] of found) if (places.length > 1) console.log(`${fault}\n    ${places.join('; ')}`)
console.log(`${chosen.length} pages and states, looked at ${looked} times, ${found.size} faults`)
if (found.size > 0 || looked === 0) process.exitCode = 1

/** A fault is told where it is first seen, and at the end where else it is. */
function note(faults: readonly string[], place: string): void {
  looked++
  for (const fault of faults) {
    if (!found.has(fault)) console.log(`${fault}\n    ${place}`)
    found.set(fault, [...(found.get(fault) ?? []), place])
  }
}

async function visit(browser: Browser, state: State, width: (typeof WIDTHS)[number]): Promise<void> {
  const place = `${state.name}, ${width} px`
  console.error(place)
  const context = await browser.newContext({
    viewport: { width, height: isKeyboard ? LOW[width] : 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Manila',
    locale: 'en-GB',
    javaScriptEnabled: !state.withoutScripts,
  })
  context.setDefaultTimeout(30_000)
  try {
    const page = await comeTo(context, state)
    if (state.withoutScripts) return await lookAtCopy(page, width, place)
    if (isKeyboard) note(await keyboardFaultsOf(page, rings[width]), place)
    else await look(page, width, place)
  } catch (error) {
    note([`not reached: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`], place)
  } finally {
    // A page that asks again and again is asking still.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

async function comeTo(context: BrowserContext, state: State): Promise<Page> {
  const { known } = await houses.open(state.house)
  if (state.as) await enterWith(context, state.as, await tokensFor(known.url, state.as))
  const page = await context.newPage()
  await state.before?.(page, known)
  const path = typeof state.path === 'string' ? state.path : state.path(known)
  await page.goto(known.url + path, { waitUntil: 'networkidle' })
  await state.after?.(page)
  return page
}

/** Where scripts are off axe does not run either: it looks at what came of the page, without the page's own scripts. */
async function lookAtCopy(page: Page, width: (typeof WIDTHS)[number], place: string): Promise<void> {
  const html = (await page.content()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  try {
    const copy = await context.newPage()
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
    await copy.goto(page.url(), { waitUntil: 'networkidle' })
    await look(copy, width, place)
  } finally {
    await context.close()
  }
}

/** One log-in for all the pages that a person sees in the time that its tokens last. */
function tokensFor(url: string, who: NonNullable<State['as']>): ReturnType<typeof tokensOf> {
  const kept = tokens.get(url + who)
  if (kept && Date.now() - kept.at < LOGGED_IN_MS) return kept.are
  const are = tokensOf(url, who)
  tokens.set(url + who, { at: Date.now(), are })
  return are
}

async function look(page: Page, width: (typeof WIDTHS)[number], place: string): Promise<void> {
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme })
    note(await faultsOf(page), `${place}, ${colorScheme}`)
  }
  note([...(await misfitsOf(page)), ...(await movesOf(page))], place)
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  note(await blanksOf(page, eye), `${place}, forced colours`)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  if (width < NARROWEST * 2) {
    await page.setViewportSize({ width: NARROWEST, height: 900 })
    return note(await misfitsOf(page), `${place} at ${NARROWEST}`)
  }
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  note(await misfitsOf(page), `${place}, letters at 200 %`)
}
