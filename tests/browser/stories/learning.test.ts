/** A learner's course, on the demo's real clips: bought, played on two devices, finished, and closed in mid-film. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { logInForTokens } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const EMAIL = 'lena.ortiz@understudy.test'
const PASSWORD = 'eleven quiet lanterns'
const LESSON = '/portal/courses/mcom/lessons/first-seconds'
const PLAYER_SCRIPT = /\/assets\/player-[^/]+\.js$/

let orderId: string
/** The statuses of reports that the server refused since the access last changed. */
const refusedReports: number[] = []

test('a buyer starts the course by keyboard, goes on at the same second by touch on a phone, and gets the certificate', async ({
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
  const { promise: released, resolve: releaseScript } = Promise.withResolvers<void>()
  await page.route(PLAYER_SCRIPT, (route) => released.then(() => route.continue()))
  await page.getByRole('link', { name: /^The first three seconds/ }).click()
  await page.waitForURL(`**${LESSON}`)

  await page.getByRole('button', { name: /^Play:/ }).focus()
  const loaded = page.waitForResponse(PLAYER_SCRIPT)
  releaseScript()
  await (await loaded).finished()
  // The player does not take the place of a start button that has the focus.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
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

  const { page: phone } = await launchBrowser({ width: 360, hasTouch: true })
  await logIn(phone)
  await phone.goto(LESSON)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await phone.getByRole('button', { name: /^Play:/ }).tap()
  await playsPast(phone, stoppedAt - 3)
  expect(await position(phone)).toBeLessThan(stoppedAt + 3)
  await usePlayerByTouch(phone)
  await phone.getByRole('button', { name: 'Mark done' }).tap()
  await phone.getByText('Done', { exact: true }).first().waitFor()

  await markOthersDone(phone)
  await phone.goto('/portal/courses/mcom')
  await phone.getByRole('heading', { name: 'You finished this course' }).waitFor()
  await newestMail(server.url, EMAIL, /Your certificate for Mobile content creator/)
  await phone.getByRole('link', { name: 'See your certificate' }).tap()
  await phone.getByRole('button', { name: /^Download PDF/ }).waitFor()
  expect(await phone.getByText('Mobile content creator').count()).toBeGreaterThan(0)
})

test('access that ends in mid-film stops the film: an overdue balance leads to the payment, a refund says what ended', async ({
  server,
  page,
  browser,
}) => {
  browser.allowedFaults.push(/status of 40[23]/)
  page.on('response', (response) => {
    if (response.url().endsWith('/progress/watched') && !response.ok()) refusedReports.push(response.status())
  })
  const showsOverdue = async () => {
    await hasStopped(page, 'The first three seconds')
    await page.getByText('A payment is overdue').waitFor()
    expect(await page.getByRole('link', { name: 'Pay the balance' }).getAttribute('href')).toBe(`/order/${orderId}`)
  }
  await playFromStart(page)
  await setOverdue(server, true)
  await page.keyboard.press('ArrowLeft')
  await showsOverdue()

  await setOverdue(server, false)
  await page.goto(LESSON)
  const play = page.getByRole('button', { name: /^Play:/ })
  await play.waitFor()
  await setOverdue(server, true)
  await play.click()
  await showsOverdue()

  await setOverdue(server, false)
  await playFromStart(page)
  await refund(server)
  await page.keyboard.press('ArrowLeft')
  await hasStopped(page, 'Your enrolment has ended')
  await page.getByText('You can’t open this course any more.').waitFor()
})

/** Plays long enough for a report, which the next seek sends. */
async function playFromStart(page: Page): Promise<void> {
  await page.goto(LESSON)
  await page.getByRole('button', { name: /^Play:/ }).click()
  await playsPast(page, 0)
  await page.keyboard.press('0')
  await playsPast(page, 2.5)
}

/** The film goes with the first refused report. As it leaves, the player reports what it played until the refusal came. */
async function hasStopped(page: Page, heading: string): Promise<void> {
  const focused = page.getByRole('heading', { name: heading, level: 1 })
  await page.locator('video').waitFor({ state: 'detached' })
  await expect.poll(() => focused.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(refusedReports.length, 'refused reports').toBeLessThanOrEqual(2)
}

/** No clock of a running server can be turned, so the order is paused in the database. */
async function setOverdue(server: RunningServer, isOverdue: boolean): Promise<void> {
  refusedReports.length = 0
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const now = new Date()
  const overdue = { payment_type: 'deposit', deposit_minor: 100, balance_due_at: now, paused_at: now } as const
  const paid = { payment_type: 'full', deposit_minor: null, balance_due_at: null, paused_at: null } as const
  try {
    await db
      .updateTable('orders')
      .set(isOverdue ? overdue : paid)
      .where('id', '=', orderId)
      .execute()
  } finally {
    await close()
  }
}

async function refund(server: RunningServer): Promise<void> {
  refusedReports.length = 0
  const { token } = await logInForTokens(server.url, 'admin')
  const address = `${server.url}/api/v1/orders/${orderId}`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const { data } = await (await fetch(address, { headers })).json()
  const body = JSON.stringify({ lines: [{ lineId: data.lines[0].lineId }], reason: 'She changed her mind' })
  expect((await fetch(`${address}/refunds`, { method: 'POST', headers, body })).status).toBe(200)
}

async function buyCourse(page: Page): Promise<void> {
  await page.goto('/checkout/MCOM')
  const form = page.locator('main')
  await form.locator('[name="email"]').fill(EMAIL)
  await form.locator('[name="name"]').fill('Lena Ortiz')
  await form.locator('[name="terms"]').check()
  await typeCard(page)
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  orderId = new URL(page.url()).pathname.split('/').at(-1)!
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/?login=1')
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill(EMAIL)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  // It closes when the person is known, and not yet with the tokens.
  await dialog.waitFor({ state: 'hidden' })
}

const playsPast = (page: Page, seconds: number) =>
  page.waitForFunction((after) => {
    const video = document.querySelector('video')
    return video !== null && !video.paused && !video.seeking && video.currentTime > after
  }, seconds)

async function usePlayerByTouch(page: Page): Promise<void> {
  const player = page.locator('section[aria-label^="Video"]')
  const small = await player.locator('button:visible, [role="slider"]:visible').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      return width < 44 || height < 44 ? [`${control.getAttribute('aria-label')}: ${width} × ${height}`] : []
    }),
  )
  expect(small, 'controls below 44 px').toEqual([])

  const { x, y, width } = (await page.locator('video').boundingBox())!
  const before = await position(page)
  // Sent at once, because the second tap counts within 300 ms.
  const doubleTap = (share: number) => Promise.all([0, 1].map(() => page.touchscreen.tap(x + width * share, y + 40)))
  await doubleTap(0.9)
  await playsPast(page, before + 9)
  await doubleTap(0.1)
  await expect.poll(() => position(page)).toBeLessThan(before + 9)

  const captions = page.getByRole('button', { name: 'Captions' })
  const wereOn = await captions.getAttribute('aria-pressed')
  await captions.tap()
  await expect.poll(() => captions.getAttribute('aria-pressed')).not.toBe(wereOn)

  await page.getByRole('button', { name: 'Full screen' }).tap()
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: 'Leave full screen' }).tap()
  await page.waitForFunction(() => document.fullscreenElement === null)
}

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
