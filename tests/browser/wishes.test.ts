import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(async () => {
  await server?.dispose()
})

const FORMS = [
  ['/mo-tikaram', 'waitlist', 'Join the waitlist', 'You’re on the waitlist.'],
  ['/vera-falk', 'coming-soon', 'Notify me', 'You hear from us when the dates are set.'],
  ['/ines-duarte', 'reminder', 'Remind me', 'You hear from us when there is a next date.'],
  ['/nina-reyes', 'waitlist', 'Join the waitlist', 'You’re on the waitlist.'],
  ['/nina-reyes', 'curriculum', 'Send me the curriculum', 'We’ve noted your request.'],
] as const

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_how, javaScriptEnabled) => {
  let browser: Journey
  beforeAll(async () => {
    browser = await openBrowser({ javaScriptEnabled, width: 360 })
  })
  afterAll(async () => {
    await browser?.close()
  })

  test.each(FORMS)(
    '%s takes the wish %s by keyboard, tells a fault at its field, and keeps what was typed',
    async (path, ask, button, done) => {
      const { page } = browser
      await page.goto(server.url + path)
      const folded = page.locator(`details:has(#${ask}) > summary`)
      if (await folded.count()) await folded.press('Enter')
      const form = page.locator(`#${ask} form`)
      const email = form.getByLabel('E-mail')

      await email.fill('ivy@tan')
      await email.press('Enter')
      await form.getByText('Please enter a valid email address').waitFor()
      expect(await email.inputValue()).toBe('ivy@tan')

      await email.fill(`ivy.${ask}.${path.slice(1)}.${javaScriptEnabled}@understudy.test`)
      await form.getByRole('button', { name: button }).focus()
      await page.keyboard.press('Enter')
      await form.getByRole('status').filter({ hasText: done }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(browser.faults.filter((fault) => !/status of 400/.test(fault))).toEqual([])
    },
  )
})

test('where a visit came from goes with the form, over pages that say nothing about it', async () => {
  const browser = await openBrowser()
  const { page } = browser
  await page.goto(`${server.url}/?utm_source=newsletter&gclid=g-1`)
  await page.goto(`${server.url}/vera-falk`)
  await page.locator('#coming-soon').getByLabel('E-mail').fill('came.from@understudy.test')
  const [sent] = await Promise.all([
    page.waitForRequest(/coming-soon-notification/),
    page.getByRole('button', { name: 'Notify me' }).click(),
  ])
  expect(sent.postDataJSON().data.attribution).toEqual({ clickid: 'g-1', source: 'newsletter' })
  await page.getByText('You hear from us when the dates are set.').waitFor()
  expect(browser.faults).toEqual([])
  await browser.close()
})

test('a learner finds the wishes of their address in the portal’s own call', async () => {
  const call = async (path: string, init: RequestInit) =>
    (await fetch(`${server.url}/api/v1/${path}`, init)).json() as Promise<ReturnType<typeof JSON.parse>>
  const body = (value: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const email = 'learner@understudy.test'
  await call('waitlist', body({ email, courseCode: 'MTIKPR' }))
  const { token } = await call('log-in', body({ email, password: 'understudy-demo' }))
  const info = await call('signed-up-info', { headers: { authorization: `Bearer ${token}` } })
  expect(info.data.waitlists).toEqual([{ courseCode: expect.stringMatching(/^MTIKPR-/), position: 3 }])
})
