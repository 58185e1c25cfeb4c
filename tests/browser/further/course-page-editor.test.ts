/** A creator writes the page of a course beside its preview, with a cover photo, and the own profile; a visitor sees both. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'lina.okafor@understudy.test', name: 'Lina Okafor' }),
)

test('benefits, a question and a cover photo are typed, previewed and published, without the place of the photo', async ({
  page,
  server,
  launchBrowser,
}) => {
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Bread without haste')
  await page.getByLabel('One sentence about it').fill('Two hours, one loaf.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByLabel('Price of a seat in US dollars').fill('30')
  await page.getByLabel('Day').fill('2027-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Number of seats').fill('8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Ready to sell').waitFor()
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Page' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Bread without haste' }).waitFor()

  const openPart = (name: string) => page.locator('summary', { hasText: name }).click()
  await openPart('What you leave with')
  await page.getByRole('button', { name: 'Add a point' }).click()
  await page.keyboard.type('A loaf of your own')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A starter that lives')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => page.getByLabel('Text of point 1').inputValue()).toBe('A starter that lives')
  await page.getByRole('button', { name: 'Remove point 2' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel('Text of point 2').inputValue()).toBe('A loaf of your own')
  await frame.getByRole('listitem').filter({ hasText: 'A starter that lives' }).waitFor()

  await openPart('Questions')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.keyboard.type('Do I need a mixer?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('No, only your hands.')
  await page.keyboard.press('Control+s')
  await frame.getByText('Do I need a mixer?').waitFor()

  await openPart('Cover photo')
  const buffer = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#b5651d' } })
    .withExif(GPS)
    .jpeg()
    .toBuffer()
  expect(buffer.includes('Exif')).toBe(true)
  const photo = { name: 'loaf.jpg', mimeType: 'image/jpeg', buffer }
  await page.locator('#cover input[type="file"]').setInputFiles(photo)
  await page.getByLabel('What does the photo show?').fill('A round loaf on a table')
  await page.getByLabel('From the left').waitFor()
  await frame.getByRole('img', { name: 'A round loaf on a table' }).waitFor()
  await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('shows version 1').waitFor()

  const { page: visitor } = await launchBrowser({ width: 1280 })
  await visitor.goto('/bread-without-haste')
  await visitor.getByRole('listitem').filter({ hasText: 'A starter that lives' }).waitFor()
  await visitor.getByText('No, only your hands.').waitFor()
  const cover = visitor.getByRole('img', { name: 'A round loaf on a table' })
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const address = await cover.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(address).toMatch(/\/images\/bread\/[0-9a-f]{16}-\d+\.avif$/)
  const bytes = Buffer.from(await (await fetch(new URL(address, server.url))).arrayBuffer())
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
})

test('a profile with photo, words and a link is public once it is saved, and a former address leads to its page', async ({
  page,
  launchBrowser,
}) => {
  await page.locator('summary', { hasText: 'Teachers' }).click()
  await page.getByRole('link', { name: 'Edit the profile' }).click()
  await page.getByRole('heading', { name: 'Lina Okafor' }).waitFor()
  const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#2a6f97' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[aria-label="Photo"]').setInputFiles({ name: 'lina.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByLabel('From the left').waitFor()
  await page.getByLabel('In your own words').fill('Bread waits for nobody.')
  await page.getByLabel('Address of the page').fill('lina')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.keyboard.type('lina.example.test/bakery')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It’s public now').waitFor()
  await expect.poll(() => page.getByLabel('Text of link 1').inputValue()).toBe('https://lina.example.test/bakery')

  const { page: visitor } = await launchBrowser({ width: 1280 })
  await visitor.goto('/creators/lina-okafor')
  expect(new URL(visitor.url()).pathname).toBe('/creators/lina')
  await visitor.getByText('Bread waits for nobody.').waitFor()
  await visitor.getByRole('link', { name: 'lina.example.test/bakery' }).waitFor()
  await visitor.getByRole('link', { name: 'Bread without haste' }).click()
  await visitor.getByRole('heading', { name: 'Your instructor' }).waitFor()
  const photo = visitor.locator('section[aria-labelledby="teacher"] img')
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})
