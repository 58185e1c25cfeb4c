/** The lesson player in the full screen of an iPhone, which shows the video without the page. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, launchBrowser } from '../../support/browser.ts'
import { createPlayerDriver } from '../../support/player-driver.ts'
import { type PlayerSite, startPlayerSite } from '../../support/player-site.ts'

const CLIPS = join(import.meta.dirname, '../../../content/courses/mcom')
const MEDIA = {
  source: { kind: 'file', url: 'GRANT/batch.mp4' },
  tracks: [{ language: 'en', label: 'English', kind: 'captions', url: 'GRANT/batch.en.vtt' }],
}

let site: PlayerSite
let browser: Journey
beforeAll(async () => {
  site = await startPlayerSite(CLIPS, MEDIA)
  browser = await launchBrowser({ baseURL: site.url })
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

test('in full screen the video draws the captions itself, and stops that afterwards', async () => {
  const { page, faults } = browser
  await createPlayerDriver(page).start()
  const isFirstTrack = (wanted: string) => document.querySelector('video')?.textTracks[0]?.mode === wanted
  await page.locator('video').dispatchEvent('webkitbeginfullscreen')
  await page.waitForFunction(isFirstTrack, 'showing')
  await page.locator('video').dispatchEvent('webkitendfullscreen')
  await page.waitForFunction(isFirstTrack, 'hidden')
  expect(faults).toEqual([])
})
