/** A teacher writes a lesson without Markdown, by keyboard and by paste; its learner reads it. Promise S9 for its text. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { CLIPBOARD_TEXTS } from '../../support/clipboard-texts.ts'
import { findScripts } from '../../support/find-scripts.ts'
import { SCRIPT_PAYLOADS } from '../../support/script-payloads.ts'
import { enterAs } from '../../world/demo-visitor.ts'

const CURRICULUM = '/studio/courses/mcom/curriculum'

const saved = (page: Page) => page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
const getText = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function addText(page: Page, title: string): Promise<string> {
  await page.goto(CURRICULUM)
  await page.locator('summary[aria-label^="Add a lesson to"]').first().click()
  await page.getByRole('button', { name: /^Text/ }).first().click()
  await page.keyboard.type(title)
  await page.getByRole('link', { name: `Open: ${title}` }).click()
  await getText(page).waitFor()
  return new URL(page.url()).searchParams.get('lesson')!
}

const paste = (page: Page, data: Record<string, string>) =>
  getText(page).evaluate((element, entries) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(entries)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

/** Reads the Markdown in the plain field, and goes back. */
async function readMarkdown(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Write as Markdown' }).click()
  const markdown = await page.getByLabel('Text, as Markdown').inputValue()
  await page.getByRole('button', { name: 'Write as it looks' }).click()
  await getText(page).waitFor()
  return markdown
}

async function replaceAll(page: Page, data: Record<string, string>): Promise<void> {
  await getText(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await paste(page, data)
}

let teaching: Journey

test('a text is written by keyboard alone, saved, published, and read by its learner', async ({
  server,
  launchBrowser,
}) => {
  teaching = await launchBrowser()
  const { context, page } = teaching
  await enterAs(context, server.url, 'admin')
  const key = await addText(page, 'What to pack')
  await getText(page).focus()
  await page.keyboard.type('# The bag\nBring ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('little')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('. See ')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: 'Address' }).waitFor()
  await page.keyboard.type('a.test/bag_(small)')
  await page.keyboard.press('Tab')
  await page.keyboard.type('this list')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
  await page.keyboard.type('.\n- Phone\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10 GB free\n\n')
  await page.keyboard.type('Cloth\n\n/')
  await page.getByRole('listbox', { name: 'Insert' }).waitFor()
  expect(await getText(page).getAttribute('aria-activedescendant')).toMatch(/-0$/)
  await page.keyboard.type('tab')
  await page.getByRole('option', { name: /^Table/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bring')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Weight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('200 g | each')
  await page.keyboard.press('Alt+F10')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="toolbar"]') !== null)).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add a row')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
  await saved(page)
  const markdown =
    '## The bag\n\nBring **little**. See [this list](<https://a.test/bag_(small)>).\n\n- Phone\n  - 10 GB free\n- Cloth\n\n| Bring | Weight |  |\n| --- | --- | --- |\n|  | 200 g \\| each |  |\n|  |  |  |'
  expect(await readMarkdown(page)).toBe(markdown)

  await page.reload()
  await getText(page).getByRole('heading', { name: 'The bag' }).waitFor()
  expect(await readMarkdown(page)).toBe(markdown)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  const learning = await launchBrowser({ width: 360 })
  await enterAs(learning.context, server.url, 'learner')
  await learning.page.goto(`/portal/courses/mcom/lessons/${key}`)
  await learning.page.getByRole('heading', { name: 'The bag' }).waitFor()
  await learning.page.getByRole('cell', { name: '200 g | each' }).waitFor()
  expect(await learning.page.getByRole('link', { name: 'this list' }).getAttribute('href')).toBe(
    'https://a.test/bag_(small)',
  )
})

test('pasted text of other programs becomes our dialect', async () => {
  const { page } = teaching
  await addText(page, 'Pasted')
  for (const [program, html, markdown] of CLIPBOARD_TEXTS) {
    await replaceAll(page, { 'text/html': html, 'text/plain': 'x' })
    expect([program, await readMarkdown(page)]).toEqual([program, markdown])
  }
  await replaceAll(page, { 'text/html': CLIPBOARD_TEXTS.at(-1)![1] })
  await page.getByText('Pictures in pasted text are left out').waitFor()
})

test('a line with the address of a video becomes a lesson, and undo brings the line back', async () => {
  const { page } = teaching
  await replaceAll(page, { 'text/plain': 'https://youtu.be/dQw4w9WgXcQ' })
  await page.getByRole('button', { name: 'Make it a lesson' }).click()
  await page.getByText('“Video” added.').first().waitFor()
  await expect.poll(() => getText(page).textContent()).toBe('')
})

test.for([false, true])(
  'no hostile text runs in the editor, by opening it or by paste; without the policy: %s',
  async (ignoresPolicy, { server, launchBrowser }) => {
    const browser = await launchBrowser({ ignoresPolicy })
    const { context, page } = browser
    await enterAs(context, server.url, 'admin')
    await addText(page, `Hostile ${ignoresPolicy}`)
    await page.getByRole('button', { name: 'Write as Markdown' }).click()
    await page.getByLabel('Text, as Markdown').fill(SCRIPT_PAYLOADS.join('\n\n'))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('__pwn').first().waitFor()
    expect(await findScripts(page)).toEqual([])
    await page.getByRole('button', { name: 'Write as it looks' }).click()
    await getText(page).getByText('__pwn').first().waitFor()
    expect(await findScripts(page)).toEqual([])
    await getText(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    for (const payload of SCRIPT_PAYLOADS) await paste(page, { 'text/html': `${payload} words`, 'text/plain': payload })
    expect(await findScripts(page)).toEqual([])
    await saved(page)
    expect(await findScripts(page)).toEqual([])
    await browser.close()
  },
)
