import { describe, expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'

const FORMS = [
  ['/mo-tikaram', 'waitlist', 'Join the waitlist', 'Almost done: open the link in our e-mail'],
  ['/vera-falk', 'coming-soon', 'Notify me', 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/ines-duarte', 'reminder', 'Remind me', 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/nina-reyes', 'waitlist', 'Join the waitlist', 'Almost done: open the link in our e-mail'],
  ['/nina-reyes', 'curriculum', 'Send me the curriculum', 'The curriculum is on its way to your e-mail.'],
] as const

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_how, javaScriptEnabled) => {
  let browser: Journey
  test.beforeAll(async ({ launchBrowser }) => {
    browser = await launchBrowser({ javaScriptEnabled, width: 360 })
  })

  test.each(FORMS)(
    '%s sends the form %s by keyboard, shows a fault at its field, and keeps the input',
    async (path, ask, button, done) => {
      const { page } = browser
      browser.allowedFaults.push(/status of 400/)
      await page.goto(path)
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
      await page.locator(`#${ask}`).getByRole('status').filter({ hasText: done }).waitFor()
      expect(await form.count()).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  )
})

test('a form sends the attribution of the visit, also from a later page', async ({ launchBrowser }) => {
  const browser = await launchBrowser()
  const { page } = browser
  await page.goto('/?utm_source=newsletter&gclid=g-1')
  await page.goto('/vera-falk')
  await page.locator('#coming-soon').getByLabel('E-mail').fill('came.from@understudy.test')
  const [sent] = await Promise.all([
    page.waitForRequest(/coming-soon-notification/),
    page.getByRole('button', { name: 'Notify me' }).click(),
  ])
  const { data, courseName } = sent.postDataJSON()
  expect(data.attribution).toEqual({ clickid: 'g-1', source: 'newsletter' })
  expect(courseName).toBe('Small-room VFX')
  await page.getByText('Thanks. Open the link in our e-mail to confirm your address.').waitFor()
  await browser.close()
})

test('a slip in the address is asked about, and one press corrects it', async ({ launchBrowser }) => {
  const browser = await launchBrowser()
  const { page } = browser
  await page.goto('/vera-falk')
  const email = page.locator('#coming-soon').getByLabel('E-mail')
  await email.focus()
  await untilHydrated(page)
  await email.pressSequentially('ivy.slip@gmial.com')
  await page.getByRole('button', { name: 'ivy.slip@gmail.com' }).press('Enter')
  expect(await email.inputValue()).toBe('ivy.slip@gmail.com')
  expect(await page.getByText('Did you mean').count()).toBe(0)
  await email.fill('ivy.slip@gmail.co')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'ivy.slip@gmail.com' }).click()
  const [sent] = await Promise.all([page.waitForRequest(/coming-soon-notification/), email.press('Enter')])
  expect(sent.postDataJSON().data.email).toBe('ivy.slip@gmail.com')

  await page.goto('/checkout/MCOM')
  await page.locator('main [name="email"]').fill('ivy.slip@hotmial.com')
  await page.locator('main [name="name"]').focus()
  await page.getByRole('button', { name: 'ivy.slip@hotmail.com' }).click()
  expect(await page.locator('main [name="email"]').inputValue()).toBe('ivy.slip@hotmail.com')
  await browser.close()
})

test('the form keeps the error code of a refused reminder, and does not offer what cannot succeed', async ({
  launchBrowser,
}) => {
  const browser = await launchBrowser()
  const { page } = browser
  browser.allowedFaults.push(/status of 40[49]/)
  await page.goto('/ines-duarte')
  const form = page.locator('#reminder form')
  await form.getByLabel('E-mail').fill('ivy.late@understudy.test')
  // A course that was deleted after the page was opened.
  await page.route('**/course-reminder-list', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), courseCode: 'NOSUCH' }) }),
  )
  await form.getByRole('button', { name: 'Remind me' }).click()
  await form.getByRole('alert').waitFor()
  expect(await form.getAttribute('data-error-code')).toBe('REMINDER_COURSE_NOT_FOUND')
  expect(await form.getByRole('button', { name: 'Remind me' }).isDisabled()).toBe(true)
  await browser.close()
})
