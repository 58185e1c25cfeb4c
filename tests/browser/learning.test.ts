/** A learner's course, on the demo's real clips: bought, begun, continued on another device, and finished. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../support/browser-test.ts'
import { linkIn, newestMail } from '../world/mailbox.ts'

const EMAIL = 'lena.ortiz@understudy.test'
const PASSWORD = 'eleven quiet lanterns'
const LESSON = '/portal/courses/mcom/lessons/first-seconds'

test('a buyer starts the course by keyboard, goes on at the same second on a phone, and finishes it', async ({
  server,
  page,
  launchBrowser,
}) => {
  await buyCourse(page)
  await page.getByText(/Lessons and recordings stay open until \d/).waitFor()
  await page.goto(linkIn(await newestMail(server.url, EMAIL, /You’re in/), 'set-password'))
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal')
  await page.getByRole('link', { name: 'Start Mobile content creator' }).click()
  await page.waitForURL('**/portal/courses/mcom')
  await page.getByRole('link', { name: /^The first three seconds/ }).click()
  await page.waitForURL(`**${LESSON}`)

  await page.getByRole('button', { name: /^Play:/ }).focus()
  await page.keyboard.press('Enter')
  await playsPast(page, 2.2)
  const caption = page.locator('section[aria-label^="Video"] div[aria-hidden]', { hasText: 'is this for me' })
  await caption.waitFor()
  await page.keyboard.press('c')
  await caption.waitFor({ state: 'detached' })
  await playsPast(page, 5)
  const reported = page.waitForResponse((response) => response.url().endsWith('/progress/watched') && response.ok())
  await page.keyboard.press('k')
  await reported
  const stoppedAt = await position(page)

  const { page: phone } = await launchBrowser({ width: 360 })
  await logIn(phone)
  await phone.goto(LESSON)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await phone.getByRole('button', { name: /^Play:/ }).click()
  await playsPast(phone, stoppedAt - 3)
  expect(await position(phone)).toBeLessThan(stoppedAt + 3)
  await phone.getByRole('button', { name: 'Mark done' }).click()
  await phone.getByText('Done', { exact: true }).first().waitFor()

  await markOthersDone(phone)
  await phone.goto('/portal/courses/mcom')
  await phone.getByRole('heading', { name: 'You finished this course' }).waitFor()
  await newestMail(server.url, EMAIL, /Your certificate for Mobile content creator/)
}, 120_000)

async function buyCourse(page: Page): Promise<void> {
  await page.goto('/checkout/MCOM')
  const form = page.locator('main')
  await form.locator('[name="email"]').fill(EMAIL)
  await form.locator('[name="name"]').fill('Lena Ortiz')
  await form.locator('[name="phoneNumber"]').fill('+63 917 123 4567')
  await form.locator('[name="terms"]').check()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/order/*', { timeout: 30_000 })
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/?login=1')
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill(EMAIL)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForFunction(() => localStorage.getItem('access_token') !== null)
}

const playsPast = (page: Page, seconds: number) =>
  page.waitForFunction((after) => {
    const video = document.querySelector('video')
    return video !== null && !video.paused && !video.seeking && video.currentTime > after
  }, seconds)

const position = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime)

/** By the calls of the page's button, because twenty-four pages take long. */
async function markOthersDone(page: Page): Promise<void> {
  const statuses = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const room = await (await fetch('/api/v1/learn/courses/MCOM', { headers })).json()
    const lessons: { lessonId: string }[] = room.data.modules.flatMap((module: { lessons: object[] }) => module.lessons)
    const calls = lessons.map(({ lessonId }) => fetch(`/api/v1/lessons/${lessonId}/done`, { method: 'POST', headers }))
    return (await Promise.all(calls)).map(({ status }) => status)
  })
  expect(new Set(statuses)).toEqual(new Set([200]))
}
