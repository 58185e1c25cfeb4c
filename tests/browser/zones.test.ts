import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { importContent } from '#features/catalog/import.ts'
import { openTool } from '../../tools/open-tool.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

/** Taught on London's clock, each week at the same hour, while New York changes its clocks in between. */
const PATH = '/zoe-long'
const NEW_YORK = 'America/New_York'
const change = nextChangeOf(NEW_YORK)

let server: RunningServer
const browsers: Journey[] = []
beforeAll(async () => {
  server = await startServer()
  await addCourse()
}, 180_000)
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await server?.dispose()
})

test.each([
  { zone: 'Asia/Kolkata', place: 'Kolkata', width: 1280 },
  { zone: NEW_YORK, place: 'New York', width: 360 },
  { zone: 'Pacific/Auckland', place: 'Auckland', width: 768 },
  { zone: 'Europe/London', place: 'London', width: 360 },
])(
  'a visitor in $place reads every time in their own zone, and nothing on the page moves for it',
  async ({ zone, place, width }) => {
    const browser = await openBrowser({ timezoneId: zone, width })
    browsers.push(browser)
    const { page, faults } = browser
    await watchShifts(page)
    for (const path of ['/', PATH]) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      const times = await page
        .locator('time[data-local]')
        .evaluateAll((all) =>
          all.map((one) => ({ at: one.getAttribute('datetime') ?? '', text: one.textContent ?? '' })),
        )
      expect(times.length, path).toBeGreaterThan(3)
      for (const { at, text } of times) {
        const told = fieldsAt(at, zone)
        if (/\d\d:\d\d/.test(text)) expect(text, `${at} on ${path}`).toContain(told.time)
        if (/\d{1,2} \w/.test(text))
          expect(text, `${at} on ${path}`).toMatch(new RegExp(`\\b${told.day} ${told.month.slice(0, 3)}`))
      }
      expect(await shiftOf(page), `layout shift on ${path}`).toBeLessThan(0.02)
    }
    expect(await page.locator('[data-zone-name]').first().textContent()).toBe(place)
    expect(faults).toEqual([])
  },
  60_000,
)

test('a class keeps its hour where it is taught, and moves by one for a visitor whose clocks change meanwhile', async () => {
  const hoursIn = async (zone: string) => {
    const browser = await openBrowser({ timezoneId: zone })
    browsers.push(browser)
    await browser.page.goto(server.url + PATH, { waitUntil: 'networkidle' })
    const starts = browser.page.locator('[aria-labelledby="sessions"] time[data-local="time"]')
    const texts = await starts.allTextContents()
    return texts.filter((_, index) => index % 2 === 0)
  }
  expect(new Set(await hoursIn('Europe/London'))).toEqual(new Set(['18:00']))
  const there = await hoursIn(NEW_YORK)
  expect(there.length).toBeGreaterThan(3)
  expect(new Set(there).size).toBe(2)
}, 60_000)

test('without scripts a time is told where the class is', async () => {
  const browser = await openBrowser({ timezoneId: 'Asia/Kolkata', javaScriptEnabled: false })
  browsers.push(browser)
  await browser.page.goto(server.url + PATH)
  const first = browser.page.locator('[aria-labelledby="sessions"] time[data-local="time"]').first()
  expect(await first.textContent()).toBe('18:00')
}, 60_000)

/** Once a week, from five days before New York's next change of clocks, which London never makes the same day. */
async function addCourse(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zones-'))
  for (const name of ['refund-terms.yaml', 'promo-codes.yaml']) await cp(join('content', name), join(folder, name))
  const start = change.subtract({ days: 5 }).toPlainDate()
  const weekday = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][start.dayOfWeek - 1]
  const text = (await readFile('content/courses/ng.yaml', 'utf8'))
    .replace('code: NG', 'code: ZONE')
    .replace('/nina-reyes', PATH)
    .replace('creators: [ nina-reyes ]', 'creators: [ zoe-long ]')
    .replace(
      /cohorts:[\s\S]*/,
      `cohorts:\n  - code: ZONE-1\n    state: open\n    zone: Europe/London\n    startsOn: ${start}\n    on: [ ${weekday} ]\n    at: "18:00"\n`,
    )
  const zoe =
    '- slug: zoe-long\n  name: Zoe Long\n  initials: ZL\n  biography:\n    - Zoe Long teaches on London time.\n'
  await writeFile(join(folder, 'creators.yaml'), zoe)
  await mkdir(join(folder, 'courses'))
  await writeFile(join(folder, 'courses/zone.yaml'), text)
  const tool = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const imported = await importContent(tool, folder, new Date())
  await tool.close()
  await rm(folder, { recursive: true })
  expect(imported).toMatchObject({ ok: true })
}

function nextChangeOf(zone: string): Temporal.ZonedDateTime {
  const soon = Temporal.Now.instant()
    .add({ hours: 24 * 14 })
    .toZonedDateTimeISO(zone)
  return soon.getTimeZoneTransition('next')!
}

function fieldsAt(at: string, zone: string): { time: string; day: string; month: string } {
  const there = Temporal.Instant.from(at).toZonedDateTimeISO(zone)
  const month = there.toPlainDate().toLocaleString('en-GB', { month: 'long' })
  return { time: there.toPlainTime().toString({ smallestUnit: 'minute' }), day: String(there.day), month }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0 }
    Object.assign(window, { layoutShift: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') seen.total += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'layoutShift')
    return typeof seen === 'object' && seen !== null && 'total' in seen ? Number(seen.total) : Number.NaN
  })
}
