import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { State } from '../../../tests/states/state.ts'
import { startTestSites } from '../../../tests/states/test-sites.ts'
import { findAxeFaults } from '../../../tests/support/axe.ts'
import { findBlankAreas, findLayoutShifts, findOverflows } from '../../../tests/support/fit.ts'
import { findKeyboardFaults } from '../../../tests/support/keyboard.ts'
import { STATES } from '../../../tests/support/states.ts'
import { findHtmlFaults } from '../../../tests/support/valid-html.ts'
import { enterWith, logInForTokens } from '../../../tests/world/demo-visitor.ts'
import { build, isBuilt } from '../../build.ts'
import { findBrowser } from '../../find-browser.ts'

const WIDTHS = [360, 1280] as const
/** Low windows, as on laptops and phones: sticky parts must not cover the content. */
const LOW_HEIGHT = { 360: 640, 1280: 720 }
const NARROWEST = 320
const LOGGED_IN_MS = 10 * 60_000
const COLOURS = ['light', 'dark'] as const

type Width = (typeof WIDTHS)[number]

/** One run: its servers and browser, and the faults that it found. */
type AxeRun = {
  isKeyboard: boolean
  /** The folder that gets a picture of each state, width and theme. */
  pictures: string | undefined
  servers: ReturnType<typeof startTestSites>
  browser: Browser
  comparisonPage: Page
  faultPlaces: Map<string, string[]>
  tokens: Map<string, { at: number; tokens: ReturnType<typeof logInForTokens> }>
  rings: Record<Width, Set<string>>
  checkCount: number
}

/** `part`: every state whose number leaves the rest `rest` when it is divided by `of`. */
type Options = { keyboard?: boolean; pictures?: string; part?: { rest: number; of: number } }

export async function runAxe(
  names: readonly string[],
  { keyboard: isKeyboard = false, pictures, part = { rest: 0, of: 1 } }: Options,
): Promise<void> {
  // A state without scripts cannot be walked by keyboard here; tests/browser does that.
  const chosenStates = STATES.filter(
    ({ name, withoutScripts }) =>
      (names.length === 0 || names.some((word) => name.includes(word))) && !(isKeyboard && withoutScripts),
  ).filter((_, index) => index % part.of === part.rest)
  if (!isBuilt()) await build()
  const servers = startTestSites()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const comparisonPage = await browser.newPage()
  const rings = { 360: new Set<string>(), 1280: new Set<string>() }
  if (pictures) mkdirSync(pictures, { recursive: true })
  const run: AxeRun = {
    isKeyboard,
    pictures,
    servers,
    browser,
    comparisonPage,
    faultPlaces: new Map(),
    tokens: new Map(),
    rings,
    checkCount: 0,
  }
  try {
    for (const state of chosenStates) for (const width of WIDTHS) await checkState(run, state, width)
  } finally {
    await browser.close()
    await servers.close()
  }
  const { faultPlaces, checkCount } = run
  for (const [fault, widths] of faultPlaces) if (widths.length > 1) console.log(`${fault}\n    ${widths.join('; ')}`)
  console.log(`${chosenStates.length} pages and states, ${checkCount} checks, ${faultPlaces.size} faults`)
  if (faultPlaces.size > 0 || checkCount === 0) process.exitCode = 1
}

/** Prints a fault when it is first found. The other places follow at the end. */
function reportFaults(run: AxeRun, faults: readonly string[], label: string): void {
  const { faultPlaces } = run
  run.checkCount++
  for (const fault of faults) {
    if (!faultPlaces.has(fault)) console.log(`${fault}\n    ${label}`)
    faultPlaces.set(fault, [...(faultPlaces.get(fault) ?? []), label])
  }
}

async function checkState(run: AxeRun, state: State, width: Width): Promise<void> {
  const label = `${state.name}, ${width} px`
  console.error(label)
  const { isKeyboard } = run
  const context = await run.browser.newContext({
    viewport: { width, height: isKeyboard ? LOW_HEIGHT[width] : 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Manila',
    locale: 'en-GB',
    javaScriptEnabled: !state.withoutScripts,
  })
  context.setDefaultTimeout(30_000)
  try {
    const page = await showState(run, context, state)
    if (!isKeyboard) reportFaults(run, await findHtmlFaults(await page.content()), label)
    if (state.withoutScripts) return await checkCopy(run, page, width, label)
    if (isKeyboard) reportFaults(run, await findKeyboardFaults(page, run.rings[width]), label)
    else await checkPage(run, page, width, label)
  } catch (error) {
    reportFaults(run, [`not reached: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`], label)
  } finally {
    // A polling page may still send requests.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

async function showState({ servers, tokens }: AxeRun, context: BrowserContext, state: State): Promise<Page> {
  const { known } = await servers.open(state.site)
  if (state.as) await enterWith(context, state.as, await getTokens(tokens, known.url, state.as))
  const page = await context.newPage()
  await state.before?.(page, known)
  const path = typeof state.path === 'string' ? state.path : state.path(known)
  await page.goto(known.url + path, { waitUntil: state.isLoading ? 'load' : 'networkidle' })
  await state.after?.(page)
  return page
}

/** axe needs scripts, so it checks a copy of the rendered page without the page's own scripts. */
async function checkCopy(run: AxeRun, page: Page, width: Width, label: string): Promise<void> {
  const html = (await page.content()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  const context = await run.browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  try {
    const copy = await context.newPage()
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
    await copy.goto(page.url(), { waitUntil: 'networkidle' })
    await checkPage(run, copy, width, label)
  } finally {
    await context.close()
  }
}

/** Reuses one log-in for all pages of a person while its tokens last. */
function getTokens(
  tokens: AxeRun['tokens'],
  url: string,
  person: NonNullable<State['as']>,
): ReturnType<typeof logInForTokens> {
  const cached = tokens.get(url + person)
  if (cached && Date.now() - cached.at < LOGGED_IN_MS) return cached.tokens
  const fresh = logInForTokens(url, person)
  tokens.set(url + person, { at: Date.now(), tokens: fresh })
  return fresh
}

async function checkPage(run: AxeRun, page: Page, width: Width, label: string): Promise<void> {
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme })
    reportFaults(run, await findAxeFaults(page), `${label}, ${colorScheme}`)
    if (run.pictures) {
      const file = `${label} ${colorScheme}.png`.replaceAll(/[^a-z0-9.]+/gi, '-')
      await page.screenshot({ path: join(run.pictures, file), fullPage: true })
    }
  }
  reportFaults(run, [...(await findOverflows(page)), ...(await findLayoutShifts(page))], label)
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  reportFaults(run, await findBlankAreas(page, run.comparisonPage), `${label}, forced colours`)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  if (width < NARROWEST * 2) {
    await page.setViewportSize({ width: NARROWEST, height: 900 })
    return reportFaults(run, await findOverflows(page), `${label} at ${NARROWEST}`)
  }
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  reportFaults(run, await findOverflows(page), `${label}, text at 200 %`)
}
