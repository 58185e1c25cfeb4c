/** A new creator drops two videos and sells them as a course on demand; a stranger buys it and watches one. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { storyTest as test } from '../../support/browser-test.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { createPlayerDriver } from '../../support/player-driver.ts'
import { audited } from '../../world/audited.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { enterAsNewCreator, NEW_PASSWORD } from '../../world/new-creator.ts'

const ffmpeg = await getTestFfmpeg()
const STRANGER = 'bruno.stranger@understudy.test'
const CURRICULUM = '/studio/courses/bread/curriculum'

test.skipIf(!ffmpeg)(
  `two dropped videos become a course that sells, and its buyer watches one${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async ({ server, page, launchBrowser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-demand-'))
    const films = ['1-mix-and-rest.mp4', '2-two-folds.mp4'].map((name) => join(folder, name))
    for (const [index, film] of films.entries()) {
      const picture = `testsrc2=size=640x360:rate=30:duration=${4 + index}`
      const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=440']
      makeMedia(ffmpeg!, [...input, '-shortest', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film])
    }
    await enterAsNewCreator(page, server, { email: 'petra.baker@understudy.test', name: 'Petra Baker' })
    await page.getByRole('link', { name: 'Studio' }).first().click()
    // The home has such a button too.
    await page.getByRole('heading', { name: 'Studio', exact: true }).waitFor()
    await page.getByRole('button', { name: 'New course' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Bread at home')
    await page.getByText('On demand', { exact: true }).click()
    await page.getByLabel('One sentence about it').fill('Two loaves, one oven, no kneading.')
    await page.getByRole('button', { name: 'Create course' }).click()
    await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
    await page.getByText('2 things left').waitFor()

    await page.getByRole('link', { name: 'Add lessons' }).click()
    await page.waitForURL(`**${CURRICULUM}`)
    await page.getByText('1 module, 0 lessons').waitFor()
    await page.locator('input[aria-label="Videos for Module 1"]').setInputFiles(films)
    await page.getByText('2 lessons made from your files').waitFor()
    const titles = page.getByLabel(/^Title of lesson/)
    expect(await titles.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
      'Mix and rest',
      'Two folds',
    ])
    await titles.first().fill('Mix and wait')
    await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
    const rows = page.locator('[data-lesson]')
    await rows.first().getByText('0:04').waitFor({ timeout: 120_000 })
    await rows.nth(1).getByText('0:05').waitFor({ timeout: 120_000 })

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('1 thing left').waitFor()
    await page.getByLabel('Price in US dollars').fill('29')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Ready to sell').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('list', { name: 'Warnings' }).getByText('Mix and wait').waitFor()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await page.getByRole('heading', { name: 'On sale' }).waitFor()

    const { page: visitor } = await launchBrowser()
    await visitor.goto('/bread-at-home')
    await visitor.getByText('Mix and wait').first().waitFor()
    await visitor
      .getByRole('link', { name: /^Start today/ })
      .first()
      .click()
    await visitor.waitForURL('**/checkout/BREAD')
    const form = visitor.locator('main')
    await form.locator('[name="email"]').fill(STRANGER)
    await form.locator('[name="name"]').fill('Bruno Stranger')
    await form.locator('[name="terms"]').check()
    await typeCard(visitor, '4242 4242 4242 4242')
    await payButton(visitor).click()
    await visitor.waitForURL('**/order/*')
    await visitor.getByText('Complete', { exact: true }).first().waitFor()
    await visitor.goto(linkIn(await newestMail(server.url, STRANGER, /You’re in/), 'set-password'))
    await visitor.locator('main [name="password"]').fill(NEW_PASSWORD)
    await visitor.getByRole('button', { name: 'Save and log in' }).click()
    await visitor.waitForURL('**/portal')
    await visitor.getByRole('link', { name: 'Start Bread at home' }).click()
    await visitor.waitForURL('**/portal/courses/bread')
    await visitor.getByRole('link', { name: /^Mix and wait/ }).click()
    await visitor.getByRole('button', { name: /^Play:/ }).click()
    await createPlayerDriver(visitor).playsPast(0.5)

    await page.reload()
    await page.getByText('Everybody sees the newest texts.').waitFor()
    await audited(server.dataDir)
    await rm(folder, { recursive: true, force: true })
  },
)

test('the outline is edited by keyboard alone, and a text lesson is written and read before it is published', async ({
  page,
}) => {
  await page.goto(CURRICULUM)
  const titles = page.getByLabel(/^Title of lesson/)
  const listTitles = () => titles.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await titles.first().waitFor()
  const before = await listTitles()
  await titles.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(listTitles).toEqual(before.toSpliced(1, 0, ''))
  await page.keyboard.press('Backspace')
  await expect.poll(listTitles).toEqual(before)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Shaping')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByText(/^“Shaping” is lesson \d of \d in “Module 1”/).waitFor()
  expect((await listTitles()).indexOf('Shaping')).toBe(2)
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Shaping')

  await page.getByLabel('More: Shaping').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Shaping” deleted.').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(listTitles).toContain('Shaping')

  await page.getByLabel('Add a lesson to Module 1').click()
  await page.getByRole('button', { name: /^Text/ }).click()
  await page.keyboard.type('What to buy')
  await page.getByRole('link', { name: 'Open: What to buy' }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  await page.keyboard.type('# Flour\nStrong ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('bread')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' flour, 500 g.')
  await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await text.getByRole('heading', { name: 'Flour' }).waitFor()
  await page.getByRole('button', { name: 'Write as Markdown' }).click()
  expect(await page.getByLabel('Text, as Markdown').inputValue()).toBe('## Flour\n\nStrong **bread** flour, 500 g.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Flour' }).waitFor()
  await page.getByText('1 min read').waitFor()

  // The panel at the side is that of the lesson that was just made.
  await page.getByLabel('Add a lesson to Module 1').click()
  await page.getByRole('button', { name: /^Text/ }).click()
  await page.keyboard.type('What to bring')
  await expect.poll(() => page.locator('aside').getByLabel('Title', { exact: true }).inputValue()).toBe('What to bring')
})
