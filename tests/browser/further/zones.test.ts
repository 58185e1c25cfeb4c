import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { test } from '../../support/browser-test.ts'
import type { RunningServer } from '../../world/server.ts'

/** Taught on London's clock, each week at the same hour, while New York changes its clocks in between. */
const PATH = '/zoe-long'
const NEW_YORK = 'America/New_York'
const change = findNextChange(NEW_YORK)

test.beforeAll(async ({ server }) => {
  await addCourse(server)
})

test.for([
  { zone: 'Asia/Kolkata', place: 'Kolkata', width: 1280 },
  { zone: NEW_YORK, place: 'New York', width: 360 },
  { zone: 'Pacific/Auckland', place: 'Auckland', width: 768 },
  { zone: 'Europe/London', place: 'London', width: 360 },
])(
  'a visitor in $place reads every time in their own zone, and nothing on the page moves for it',
  async ({ zone, place, width }, { launchBrowser }) => {
    const browser = await launchBrowser({ timezoneId: zone, width })
    const { page } = browser
    await watchShifts(page)
    for (const path of ['/', PATH]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const times = await page
        .locator('time[data-local]')
        .evaluateAll((all) =>
          all.map((one) => ({ at: one.getAttribute('datetime') ?? '', text: one.textContent ?? '' })),
        )
      expect(times.length, path).toBeGreaterThan(3)
      for (const { at, text } of times) {
        const fields = fieldsAt(at, zone)
        if (/\d\d:\d\d/.test(text)) expect(text, `${at} on ${path}`).toContain(fields.time)
        if (/\d{1,2} [A-Z]/.test(text))
          expect(text, `${at} on ${path}`).toMatch(
            new RegExp(`\\b${fields.day} (${fields.month.slice(0, 3)}|to |and )`),
          )
      }
      expect(await measureShift(page), `layout shift on ${path}`).toBeLessThan(0.02)
    }
    expect(await page.locator('[data-zone-name]').first().textContent()).toBe(place)
  },
)

test('a class keeps its hour in its own zone, and moves by one for a visitor whose clocks change', async ({
  launchBrowser,
}) => {
  const readSchedule = async (zone: string) => {
    const browser = await launchBrowser({ timezoneId: zone })
    await browser.page.goto(PATH)
    return browser.page.locator('[aria-labelledby="dates"] time[data-meetings]').innerText()
  }
  const hoursIn = async (zone: string) => {
    const browser = await launchBrowser({ timezoneId: zone })
    // The script that writes the times has run before `load`.
    await browser.page.goto(PATH)
    const hours = browser.page.locator('[aria-labelledby="sessions"] time[data-local="time"]')
    return (await hours.allTextContents()).map((text) => text.slice(0, 5))
  }
  expect(new Set(await hoursIn('Europe/London'))).toEqual(new Set(['18:00']))
  const local = await hoursIn(NEW_YORK)
  expect(local.length).toBeGreaterThan(3)
  expect(new Set(local).size).toBe(2)
  const schedule = await readSchedule(NEW_YORK)
  expect(schedule).toMatch(/^[A-Z]\w\w, \d\d:\d\d(, from \d{1,2} [A-Z]\w+ \d\d:\d\d)+$/)
  expect(new Set(schedule.match(/\d\d:\d\d/g))).toEqual(new Set(local))
  expect(await readSchedule('Asia/Tokyo')).toMatch(/ at night$/)
})

test('without scripts a time is in the zone of the class', async ({ launchBrowser }) => {
  const browser = await launchBrowser({ timezoneId: 'Asia/Kolkata', javaScriptEnabled: false })
  await browser.page.goto(PATH)
  const first = browser.page.locator('[aria-labelledby="sessions"] time[data-local="time"]').first()
  expect(await first.textContent()).toMatch(/^18:00–\u2060\d\d:\d\d$/)
})

/** Once a week, from five days before New York's next change of clocks, which London never makes the same day. */
async function addCourse(server: RunningServer): Promise<void> {
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
  await cp('content/courses/ng', join(folder, 'courses/zone'), { recursive: true })
  await writeFile(join(folder, 'courses/zone.yaml'), text)
  const tool = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const imported = await importContent(tool, folder, new Date())
  await tool.close()
  await rm(folder, { recursive: true })
  expect(imported).toMatchObject({ ok: true })
}

function findNextChange(zone: string): Temporal.ZonedDateTime {
  const soon = Temporal.Now.instant()
    .add({ hours: 24 * 14 })
    .toZonedDateTimeISO(zone)
  return soon.getTimeZoneTransition('next')!
}

function fieldsAt(at: string, zone: string): { time: string; day: string; month: string } {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone)
  const month = local.toPlainDate().toLocaleString('en-GB', { month: 'long' })
  return { time: local.toPlainTime().toString({ smallestUnit: 'minute' }), day: String(local.day), month }
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

function measureShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'layoutShift')
    return typeof seen === 'object' && seen !== null && 'total' in seen ? Number(seen.total) : Number.NaN
  })
}
