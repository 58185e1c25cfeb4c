/** What a teacher has made in the studio is not taken away: by an undo, by another tab, or without a connection. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

const ffmpeg = await getTestFfmpeg()
const CURRICULUM = '/studio/courses/bread/curriculum'
const SAVED = '[data-save-status="saved"]'

/** A portrait, as a phone takes it. */
async function makePortrait(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const film = join(folder, 'fold-twice.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=360x640:rate=30:duration=4']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440']
  makeMedia(ffmpeg!, [...picture, ...sound, '-shortest', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film])
  return film
}

/** Only the next request is answered by the test. */
async function takeNext(page: Page, method: string, path: string, answer: (route: Route) => Promise<void>) {
  let isTaken = false
  await page.route(path, (route) => {
    if (isTaken || route.request().method() !== method) return route.fallback()
    isTaken = true
    return answer(route)
  })
}

test.skipIf(!ffmpeg)(
  `a lesson of a dropped film keeps what was written since, its captions begin empty, and two tabs lose no words${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async ({ server, browser, page }) => {
    browser.allowedFaults.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/)
    await enterAsNewCreator(page, server, { email: 'ines.kept@understudy.test', name: 'Ines Valdez' })
    await page.goto('/studio')
    await page.getByRole('button', { name: 'New course' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Bread at home')
    await page.getByText('On demand', { exact: true }).click()
    await page.getByLabel('One sentence about it').fill('Two loaves, one oven, no kneading.')
    await page.getByRole('button', { name: 'Create course' }).click()
    await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()

    await page.goto(CURRICULUM)
    const titles = page.getByLabel(/^Title of lesson/)
    await page.locator('input[aria-label="Videos for Module 1"]').setInputFiles(await makePortrait())
    const made = page.getByText('1 lesson made from your file.', { exact: true })
    await made.waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => titles.count()).toBe(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await made.waitFor()
    await page.locator('[data-lesson]').getByText('0:04').waitFor({ timeout: 120_000 })

    await page.getByRole('link', { name: 'No captions' }).click()
    await page.getByRole('button', { name: 'Write them here' }).click()
    const caption = page.getByLabel('Caption 1, 00:00:00.000')
    expect((await caption.boundingBox())!.width).toBeGreaterThan(200)
    await page.getByRole('region', { name: 'Captions: English' }).getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('No captions yet.').waitFor()
    await page.getByRole('link', { name: 'No captions' }).waitFor()
    await page.getByRole('button', { name: 'Write them here' }).click()
    await caption.fill('Fold it once')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved, version 1').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 cue').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'No captions' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Write them here' }).click()
    await page.getByText('This file already has captions of this kind in this language.').waitFor()
    const language = page.getByLabel('Language', { exact: true })
    await language.selectOption('fr')
    // Somebody else writes the same captions meanwhile: nothing that is typed here is lost.
    browser.allowedFaults.push(/status of 409/)
    await takeNext(page, 'POST', '**/tracks', async (route) => {
      const body = { ...route.request().postDataJSON(), cues: [{ startsMs: 0, endsMs: 900, text: 'Un autre' }] }
      await route.fetch({ postData: JSON.stringify(body) })
      return route.continue()
    })
    await page.getByRole('button', { name: 'Write them here' }).click()
    await caption.fill('Plie une fois')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This file already has captions of this kind in this language.').waitFor()
    await language.selectOption('it')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved, version 1').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await language.selectOption('de')
    // The captions are stored, and the answer is lost.
    browser.allowedFaults.push(/ERR_FAILED/)
    await takeNext(page, 'POST', '**/tracks', async (route) => {
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Write them here' }).click()
    await caption.fill('Einmal falten')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByRole('alert').first().waitFor()
    await caption.fill('Zweimal falten')
    await save.click()
    await page.getByText('Saved, version 2').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    const text = page.getByRole('textbox', { name: 'Text below', exact: true })
    await text.focus()
    await page.keyboard.type('Wet your hands first.')
    await expect.poll(() => made.count()).toBe(0)
    await page.locator(SAVED, { hasText: 'Saved' }).waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('ControlOrMeta+z')
    expect(await titles.count()).toBe(1)

    const other = await page.context().newPage()
    await other.goto(page.url())
    const otherText = other.getByRole('textbox', { name: 'Text below', exact: true })
    await otherText.getByText('Wet your hands first.').waitFor()
    await page.bringToFront()
    await text.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' Then fold.')
    await page.locator(SAVED, { hasText: 'Saved' }).waitFor()
    await other.bringToFront()
    await otherText.getByText('Then fold.').waitFor()

    await page.context().setOffline(true)
    await otherText.focus()
    await other.keyboard.press('ControlOrMeta+End')
    await other.keyboard.type(' Four times.')
    await other.getByText('Offline. Kept on this device').first().waitFor()
    await other.getByRole('button', { name: 'Publish' }).click()
    await other.getByRole('dialog').getByText('You’re offline, so nothing was published.').waitFor()
    await other.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.context().setOffline(false)
    await other.locator(SAVED, { hasText: 'Saved' }).waitFor()

    // A question about two texts stays until it is answered.
    await page.close()
    await other.reload()
    await otherText.getByText('Four times.').waitFor()
    await takeNext(other, 'PATCH', '**/units/lesson*', async (route) => {
      const { version, body } = route.request().postDataJSON()
      await route.fetch({ postData: JSON.stringify({ version, body: { ...body, summary: 'Folds.' } }) })
      return route.continue()
    })
    await otherText.focus()
    await other.keyboard.press('ControlOrMeta+End')
    await other.keyboard.type(' And rest.')
    const question = other.getByRole('dialog', { name: 'You changed this in another tab too' })
    await question.waitFor()
    for (let press = 0; press < 3; press++) await other.keyboard.press('Escape')
    await expect.poll(() => question.isVisible()).toBe(true)
    await question.getByRole('button', { name: 'Use the other one' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await other.getByLabel('What learners get from it').inputValue()).toBe('Folds.')
  },
)
