/** The lesson player alone, with real clips, under the product's content policy. The lesson page has its own journeys. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findAxeFaults } from '../../support/axe.ts'
import { type Journey, launchBrowser } from '../../support/browser.ts'
import { findOverflows } from '../../support/fit.ts'
import { findKeyboardFaults } from '../../support/keyboard.ts'
import { createPlayerDriver, type PlayerDriver } from '../../support/player-driver.ts'
import { OPEN_LINE, type PlayerSite, startPlayerSite } from '../../support/player-site.ts'

const CLIPS = join(import.meta.dirname, '../../../content/courses/mcom')
const MEDIA = {
  source: { kind: 'file', url: 'GRANT/batch.mp4' },
  tracks: [
    { language: 'en', label: 'English', kind: 'captions', url: 'GRANT/batch.en.vtt' },
    { language: 'fil', label: 'Filipino', kind: 'subtitles', url: 'GRANT/answers.en.vtt' },
    { language: 'en', label: 'Chapters', kind: 'chapters', url: 'GRANT/batch.chapters.en.vtt' },
  ],
}
const LENGTH_SECONDS = 20

let site: PlayerSite
let browser: Journey
let page: Page
let player: PlayerDriver
beforeAll(async () => {
  site = await startPlayerSite(CLIPS, MEDIA)
  browser = await launchBrowser({ baseURL: site.url })
  page = browser.page
  player = createPlayerDriver(page)
})
beforeEach(async () => {
  site.line = { ...OPEN_LINE }
  site.media = MEDIA
  site.reports.length = 0
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
})
afterEach(() => {
  browser.allowedFaults.length = 0
  expect(browser.faults.splice(0)).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

test('a click plays with captions, and nothing is loaded before it', async () => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await player.open()
  await page.getByRole('button', { name: 'Play: The kind ones first' }).waitFor()
  expect(requests.filter((path) => /^\/(media|grant)/.test(path))).toEqual([])
  await page.getByRole('button', { name: 'Play: The kind ones first' }).click()
  await player.playsPast(0.5)
  await page.locator('section[aria-label^="Video"] div[aria-hidden]', { hasText: 'Setting up takes longer' }).waitFor()
  expect(requests.filter((path) => path.endsWith('.mp4')).length).toBeGreaterThan(0)
})

test('a page may play as soon as it has the player', async () => {
  await player.open('late=1')
  await page.getByRole('button', { name: 'Show and play' }).click()
  await player.playsPast(0.2)
})

test('the keys do what the contract says', async () => {
  await player.start()
  await page.keyboard.press('k')
  await expect.poll(async () => (await player.video()).paused).toBe(true)
  await page.keyboard.press('5')
  await expect.poll(player.position).toBe(LENGTH_SECONDS / 2)
  await page.keyboard.press('l')
  await expect.poll(player.position).toBe(20)
  await page.keyboard.press('j')
  await expect.poll(player.position).toBe(10)
  await page.keyboard.press('ArrowRight')
  await expect.poll(player.position).toBe(15)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(player.position).toBe(5)
  await page.keyboard.press('End')
  await expect.poll(player.position).toBe(20)
  await page.keyboard.press('Home')
  await expect.poll(player.position).toBe(0)
  await page.keyboard.press('.')
  await expect.poll(player.position).toBeGreaterThan(0.02)
  await page.keyboard.press(',')
  await expect.poll(player.position).toBeLessThan(0.02)
  await page.keyboard.press('Space')
  await expect.poll(async () => (await player.video()).paused).toBe(false)
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await player.video()).volume).toBeCloseTo(0.95)
  await page.keyboard.press('m')
  await expect.poll(async () => (await player.video()).muted).toBe(true)
  await page.keyboard.press('Shift+>')
  await expect.poll(async () => (await player.video()).playbackRate).toBe(1.25)
  await player.status('Speed 1.25 times').waitFor()
  await page.keyboard.press('c')
  await player.status('Captions off').waitFor()
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.fullscreenElement?.tagName === 'SECTION')
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.fullscreenElement === null)
  await page.keyboard.press('n')
  await page.locator('#message', { hasText: /^note at \d+$/ }).waitFor()
})

test('no key works while typing, and single keys can be switched off', async () => {
  await player.start()
  await page.keyboard.press('k')
  await page.getByLabel('Note').fill('')
  await page.getByLabel('Note').pressSequentially('k5 m')
  expect(await page.getByLabel('Note').inputValue()).toBe('k5 m')
  expect(await player.video()).toMatchObject({ paused: true, muted: false })
  await player.openSettings()
  await page.getByText('Keyboard', { exact: true }).click()
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  const before = await player.position()
  await page.keyboard.press('5')
  await page.keyboard.press('ArrowRight')
  await expect.poll(player.position).toBeCloseTo(before + 5, 1)
})

test('the choices of speed, captions and volume stay on the device', async () => {
  await player.start()
  await player.openSettings()
  await page.getByRole('radio', { name: '1.5', exact: true }).check()
  await page.getByRole('radio', { name: 'Filipino' }).check()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Settings, speed 1.5 times',
  )
  await page.getByLabel('Volume').fill('40')
  await player.start()
  expect(await player.video()).toMatchObject({ volume: 0.4, playbackRate: 1.5 })
  await player.openSettings()
  expect(await page.getByRole('radio', { name: 'Filipino' }).isChecked()).toBe(true)
})

test('the transcript finds words, seeks, and follows until it is scrolled', async () => {
  await player.start()
  const line = page.getByRole('button', { name: /Four posts, four shirts/ })
  await line.click()
  await player.playsPast(8)
  await expect.poll(() => line.getAttribute('aria-current')).toBe('true')
  await page.getByLabel('Find a word in the transcript').fill('FOUR')
  await player.status('2 matches').waitFor()
  expect(await page.locator('mark').allTextContents()).toEqual(['Four', 'four', 'four'])
  await page.getByLabel('Find a word in the transcript').fill('')
  await page.locator('ol[lang="en"]').hover()
  await page.mouse.wheel(0, 40)
  await page.getByRole('button', { name: 'Follow along' }).click()
  expect(await page.getByRole('button', { name: 'Follow along' }).count()).toBe(0)
})

test('chapters divide the bar and seek, and the bar says the time in words', async () => {
  await player.start()
  await page.getByRole('navigation', { name: 'Chapters' }).getByRole('button', { name: 'Tick the list' }).click()
  await player.playsPast(14)
  await page.keyboard.press('k')
  const slider = page.getByRole('slider', { name: 'Position' })
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toMatch(/^14 seconds of 20 seconds, chapter 3, Tick the list on the fridge$/)
  const box = (await slider.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByText('Change the shirt, not the light').nth(1).waitFor()
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
  await page.mouse.up()
  await expect.poll(player.position).toBeCloseTo(5, 0)
})

const listReported = () => site.reports.flatMap(({ ranges }) => ranges)
/** A slow machine plays more than a test waits for, and may miss the second in which playback starts. */
const isFromStart = ([start, end]: [number, number]) => start <= 1 && end >= 2

test('played seconds are reported, and skipped ones are not', async () => {
  await player.start()
  await player.playsPast(3)
  const left = await player.seekTo(12)
  await player.playsPast(14.2)
  await page.keyboard.press('k')
  await expect.poll(() => listReported().some(([start, end]) => start >= 12 && start <= 13 && end >= 14)).toBe(true)
  expect(listReported().some(isFromStart)).toBe(true)
  // A second counts although its last quarter is missing.
  expect(listReported().filter((range) => range[0] < 12 && range[1] > left + 0.25)).toEqual([])
  expect(site.reports.at(-1)!.position).toBe(Math.floor(await player.position()))
  const getStored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('watched')))
  await expect.poll(getStored).toEqual([])
})

test('reports that the server did not take are sent with the next', async () => {
  site.line.reportStatus = 503
  browser.allowedFaults.push(/503/)
  await player.start()
  await player.playsPast(2.2)
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.keyboard.press('k')
  await refused
  site.line.reportStatus = 200
  await page.keyboard.press('k')
  await player.playsPast(3.4)
  await page.keyboard.press('k')
  // The next is sent at the pause, or on a slow machine before it.
  await expect.poll(() => site.reports[0]?.ranges.some(isFromStart)).toBe(true)
})

test('leaving the page reports the last seconds', async () => {
  await player.start()
  await player.playsPast(2.2)
  await page.goto('about:blank')
  await expect.poll(() => listReported().some(isFromStart)).toBe(true)
})

test('playback starts two seconds before the stored position', async () => {
  await player.start('at=12')
  const at = await player.position()
  expect(at).toBeGreaterThan(9.9)
  expect(at).toBeLessThan(11.5)
})

test('a refused grant shows the page’s panel', async () => {
  site.line.grants = 'refused'
  browser.allowedFaults.push(/402/)
  await player.open()
  await page.getByRole('button', { name: 'Play: The kind ones first' }).click()
  await page.getByText('Your course is paused').waitFor()
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
})

test('a lost connection is named, and playback continues by itself', async () => {
  site.line.grants = 'cut'
  browser.allowedFaults.push(/ERR_EMPTY_RESPONSE|ERR_CONNECTION/)
  await player.open()
  await page.getByRole('button', { name: 'Play: The kind ones first' }).click()
  await page.getByText('No connection at 00:00').waitFor()
  // The player requests a file that failed once more, to learn the reason.
  const lostMedia = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  site.line.media = 'cut'
  site.line.grants = 'open'
  await lostMedia
  site.line.media = 'open'
  await player.playsPast(0.5)
  await page.getByText('No connection').waitFor({ state: 'detached' })
})

test('a file that cannot be played offers another try at the same second', async () => {
  site.media = { source: { kind: 'file', url: 'GRANT/batch.en.vtt' } }
  await player.open('at=9')
  await page.getByRole('button', { name: 'Play: The kind ones first' }).click()
  await page.getByRole('alert').filter({ hasText: 'We’ll start again at 00:07' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').filter({ hasText: 'We’ll start again at 00:07' }).waitFor()
})

test('the next lesson starts after the end, unless its person stays, has more to read or wants less motion', async () => {
  await player.start('next=1')
  await page.keyboard.press('9')
  await page.getByText(/^Next in \d s$/).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Start now' }).count()).toBe(0)
  await page.keyboard.press('Shift+N')
  await page.locator('#message', { hasText: 'next lesson' }).waitFor()

  await player.start('next=1')
  await page.keyboard.press('9')
  await page.locator('#message', { hasText: 'next lesson' }).waitFor()

  await player.start('next=1&rest=1')
  await page.keyboard.press('9')
  await page.getByText('This lesson goes on as a text below.').waitFor()
  expect(await page.getByText(/^Next in/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('button', { name: 'Start now' }).count()).toBe(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await player.start('next=1')
  await page.keyboard.press('9')
  await page.getByRole('button', { name: 'Start now' }).waitFor()
  expect(await page.getByText(/^Next in/).count()).toBe(0)
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
] as const)('axe, keyboard and width find no fault at %i px, %s', async (width, colorScheme) => {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await player.open('next=1')
  expect(await findAxeFaults(page)).toEqual([])
  await player.start('next=1')
  await page.keyboard.press('k')
  expect(await findOverflows(page)).toEqual([])
  await player.openSettings()
  expect(await findAxeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await findKeyboardFaults(page, new Set())).toEqual([])
})
