/** The lesson player with longer media: HLS in several qualities, and a file that arrives in parts (needs FFMPEG). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatStoryboard, planStoryboard } from '#domain/learning/storyboard.ts'
import { type Journey, launchBrowser } from '../../support/browser.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { createPlayerDriver, type PlayerDriver } from '../../support/player-driver.ts'
import { OPEN_LINE, type PlayerSite, startPlayerSite } from '../../support/player-site.ts'

const LENGTH_SECONDS = 90
const SIZES = [
  { name: '360', width: 640, height: 360, kbits: 500 },
  { name: '720', width: 1280, height: 720, kbits: 1500 },
]
const HLS = {
  source: { kind: 'hls', playlist: 'GRANT/master.m3u8' },
  storyboard: 'GRANT/map.vtt',
  tracks: [],
}
const FILE = { source: { kind: 'file', url: 'GRANT/long.mp4' } }

const ffmpeg = await getTestFfmpeg()

function makeFiles(folder: string) {
  if (!ffmpeg) return
  const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${LENGTH_SECONDS}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=220:duration=${LENGTH_SECONDS}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '24', '-c:a', 'aac']
  makeMedia(ffmpeg, [...picture('640x360'), ...sound, ...codecs, '-movflags', '+faststart', join(folder, 'long.mp4')])
  for (const { name, width, height, kbits } of SIZES) {
    mkdirSync(join(folder, name))
    const parts = ['-f', 'hls', '-hls_time', '6', '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod']
    const bits = ['-b:v', `${kbits}k`]
    makeMedia(ffmpeg, [
      ...picture(`${width}x${height}`),
      ...sound,
      ...codecs,
      ...bits,
      ...parts,
      join(folder, name, 'index.m3u8'),
    ])
  }
  const levels = SIZES.map(
    ({ name, width, height, kbits }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${kbits * 1000},RESOLUTION=${width}x${height},CODECS="avc1.640028,mp4a.40.2"\n${name}/index.m3u8`,
  )
  writeFileSync(join(folder, 'master.m3u8'), ['#EXTM3U', '#EXT-X-VERSION:7', ...levels, ''].join('\n'))
  const plan = planStoryboard({ durationMs: LENGTH_SECONDS * 1000, width: 640, height: 360 })
  writeFileSync(join(folder, 'map.vtt'), formatStoryboard(plan))
  makeMedia(ffmpeg, [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1600x900:duration=1',
    '-frames:v',
    '1',
    join(folder, '0.webp'),
  ])
}

describe.skipIf(!ffmpeg)('the player with streams (needs FFMPEG)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-streams-'))
  let site: PlayerSite
  let browser: Journey
  let page: Page
  let player: PlayerDriver
  beforeAll(async () => {
    makeFiles(folder)
    site = await startPlayerSite(folder, HLS)
    browser = await launchBrowser({ baseURL: site.url })
    page = browser.page
    player = createPlayerDriver(page)
  })
  beforeEach(async () => {
    site.line = { ...OPEN_LINE }
    site.media = HLS
    site.reports.length = 0
    await page.goto('/')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
  })
  afterEach(() => {
    browser.allowedFaults.length = 0
    expect(browser.faults.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.dispose()
    rmSync(folder, { recursive: true })
  })

  test('HLS plays without a worker under the content policy, and its script loads at “play”', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    expect(scripts).toEqual([])
    await player.start()
    await player.playsPast(1)
    expect(scripts.some((url) => url.includes('hls-engine'))).toBe(true)
    expect(page.workers()).toEqual([])
    expect(await page.evaluate(() => document.querySelector('video')!.src)).toMatch(/^blob:/)
  })

  test('HLS follows its segments to the bucket, whose only rule is that pages of this site may read it', async () => {
    const fromBucket: string[] = []
    const note = (request: Request) => {
      if (request.url().startsWith(site.bucket)) fromBucket.push(request.url())
    }
    page.on('request', note)
    site.line.media = 'bucket'
    await player.start()
    await player.playsPast(1)
    await player.seekTo(60)
    await player.playsPast(60)
    page.off('request', note)
    expect(fromBucket.length).toBeGreaterThan(2)
    expect(fromBucket.filter((url) => url.includes('m3u8'))).toEqual([])
  })

  test('the quality can be chosen and stays on the device', async () => {
    await player.start()
    await player.openSettings()
    await page.getByRole('radio', { name: '360 lines', exact: true }).check()
    await page.keyboard.press('Escape')
    await player.seekTo(60)
    await player.playsPast(60)
    await expect.poll(async () => (await player.video()).videoHeight).toBe(360)
    await player.start()
    await player.playsPast(1)
    expect((await player.video()).videoHeight).toBe(360)
  })

  test('the bar shows a picture of the second below the pointer', async () => {
    await player.start()
    await player.wakeControls()
    await page.getByRole('slider', { name: 'Position' }).hover()
    const picture = page.locator('section img')
    await picture.waitFor()
    expect(await picture.getAttribute('src')).toBe(`${site.url}/media/${site.grantCount()}/0.webp`)
  })

  test.each([
    ['HLS', HLS],
    ['a file', FILE],
  ])('%s: an ended grant is renewed, and playback continues at its second', async (_name, media) => {
    site.media = media
    browser.allowedFaults.push(/403/)
    await player.start()
    const grants = site.grantCount()
    site.line.endedGrants = grants
    await player.seekTo(70)
    await expect.poll(site.grantCount).toBe(grants + 1)
    await player.playsPast(70)
    expect(await player.position()).toBeLessThan(78)
  })

  test.each([
    ['HLS', HLS],
    ['a file', FILE],
  ])('%s: a lost connection is waited for, and playback continues at its second', async (_name, media) => {
    site.media = media
    browser.allowedFaults.push(/ERR_|Failed to load/)
    await player.start()
    site.line.media = 'cut'
    await player.seekTo(70)
    await page.getByText('No connection at 01:10').waitFor()
    site.line.media = 'open'
    // The next attempt may have come by itself, so the button may be gone.
    const tryNow = page.getByRole('button', { name: 'Try now' })
    await tryNow.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click())
    await player.playsPast(70)
    await page.getByText('No connection').waitFor({ state: 'detached' })
  })

  test('a stall of more than eight seconds is announced and lowers the quality', async () => {
    await player.start()
    await player.openSettings()
    await page.getByRole('radio', { name: '720 lines', exact: true }).check()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await player.video()).videoHeight).toBe(720)
    site.line.media = 'silent'
    await player.seekTo(80)
    await page
      .getByRole('status')
      .filter({ hasText: 'The video is loading slowly. The quality is now 360 lines.' })
      .waitFor()
  })
})
