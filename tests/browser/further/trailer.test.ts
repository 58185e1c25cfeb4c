/** A creator gives a course a trailer; a visitor plays it in the head of the page, by keyboard and with captions. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

const ffmpeg = await getTestFfmpeg()
const SHARED = { name: 'trailer.en.vtt', mimeType: 'text/vtt' }
const VTT = 'WEBVTT\n\n00:00:00.000 --> 00:00:20.000\nFlour, water, patience\n'

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'rosa.lind@understudy.test', name: 'Rosa Lind' }),
)

/** The player and everything of the film that the page asked for. */
function watchFilm(page: Page): Request[] {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (/\/media\/|preview-player|start-preview|\/previews\//.test(request.url())) asked.push(request)
  })
  return asked
}

const playsPast = (page: Page, seconds: number) =>
  page.waitForFunction((after) => (document.querySelector('video')?.currentTime ?? 0) > after, seconds)

test.skipIf(!ffmpeg)(
  `a trailer is dropped, previewed, published, watched by keyboard, and hidden again${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async ({ page, browser, launchBrowser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-trailer-'))
    const film = join(folder, 'Bread at dawn.mov')
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30', '-f', 'lavfi', '-i', 'sine=frequency=440']
    const place = ['-metadata', 'location=+51.5000-000.1200/']
    makeMedia(ffmpeg!, [
      ...picture,
      '-t',
      '20',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-c:a',
      'aac',
      ...place,
      film,
    ])

    await page.goto('/studio')
    await page.getByRole('button', { name: 'New course' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Bread at dawn')
    await page.getByLabel('One sentence about it').fill('Two hours, one loaf.')
    await page.getByRole('button', { name: 'Create course' }).click()
    await page.getByLabel('Price of a seat in US dollars').fill('30')
    await page.getByLabel('Day').fill('2027-02-13')
    await page.getByLabel('Starts').fill('10:00')
    await page.getByLabel('Number of seats').fill('8')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Ready to sell').waitFor()
    await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Page' }).click()

    const part = page.locator('details#trailer')
    await part.locator('summary').click()
    await part.getByText('Not shown: no video').waitFor()
    await part.locator('input[aria-label="Trailer"]').setInputFiles(film)
    await part.getByText('Bread at dawn.mov').first().waitFor()
    await part.getByText('Ready', { exact: true }).waitFor({ timeout: 120_000 })
    await part.getByRole('button', { name: 'Remove' }).click()
    await part.getByText('Trailer removed.').waitFor()
    await part.getByRole('button', { name: 'Undo' }).click()
    await part.getByRole('button', { name: 'Captions' }).click()
    await part.locator('input[aria-label="Caption file"]').setInputFiles({ ...SHARED, buffer: Buffer.from(VTT) })
    await part.getByText('1 cue').first().waitFor()
    await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()

    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: /Watch the trailer/ }).click()
    await expect
      .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.5)

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('shows version 1').waitFor()

    const { page: visitor } = await launchBrowser({ width: 360 })
    const asked = watchFilm(visitor)
    await visitor.goto('/bread-at-dawn', { waitUntil: 'networkidle' })
    const button = visitor.getByRole('button', { name: 'Watch the trailer' })
    const still = visitor.locator('#trailer img').last()
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
    expect(await still.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\/images\/bread\/.*\.avif$/)
    await visitor.mouse.wheel(0, 400)
    expect(asked.map((request) => request.url())).toEqual([])
    const data = await visitor.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.parse(data!).video).toMatchObject({ '@type': 'VideoObject', duration: 'PT20S' })

    await button.focus()
    await visitor.keyboard.press('Enter')
    await playsPast(visitor, 0.5)
    const player = visitor.getByRole('region', { name: 'Video: Bread at dawn: trailer' })
    const words = player.getByText('Flour, water, patience')
    await words.waitFor()
    await visitor.keyboard.press('c')
    await words.waitFor({ state: 'detached' })
    await visitor.keyboard.press('k')
    expect(await visitor.evaluate(() => document.querySelector('video')!.paused)).toBe(true)
    const box = await player.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(360)
    await visitor.getByText('Read along').click()
    await visitor.getByRole('region', { name: 'Transcript' }).getByText('Flour, water, patience').waitFor()
    // The upload says where it was made.
    const folderOfFilm = asked.map((request) => /^.*\/media\/[^/]+\/[^/]+\//.exec(request.url())?.[0]).find(Boolean)
    expect((await fetch(`${folderOfFilm}original`)).status).toBe(404)

    const { page: plain } = await launchBrowser({ width: 1280, javaScriptEnabled: false })
    await plain.goto('/bread-at-dawn')
    expect(await plain.locator('#trailer img').last().isVisible()).toBe(true)
    expect(await plain.getByRole('button', { name: 'Watch the trailer' }).isVisible()).toBe(false)

    await part.getByLabel('Show this part on the page').uncheck()
    await part.locator('summary').getByText('Hidden').waitFor()
    await page.getByRole('button', { name: 'Publish (1 change)' }).click()
    await page.getByRole('dialog', { name: 'Publish 1 change?' }).getByRole('button', { name: 'Publish' }).click()
    await page.getByText('shows version 2').waitFor()
    await visitor.goto('/bread-at-dawn')
    await visitor.getByRole('heading', { name: 'Bread at dawn', level: 1 }).waitFor()
    expect(await visitor.locator('#trailer').count()).toBe(0)
    expect(browser.faults).toEqual([])
    await rm(folder, { recursive: true })
  },
)
