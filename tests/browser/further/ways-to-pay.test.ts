import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { PAY_BY_CARD, payButton, typeCard } from '../../support/pay-form.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const allFaults: string[] = []
test.afterEach(({ browser }) => {
  allFaults.push(...browser.faults.splice(0))
})

test('a promo code in the URL lowers the displayed price, the charge and the receipt', async ({ server, browser }) => {
  const page = await atCheckout(browser, '?promo=welcome10')
  await expectOff(page, '39.90')
  const agreed = page.locator('label', { has: page.locator('[name="terms"]') })
  expect(await agreed.getByRole('link', { name: 'enrolment terms' }).getAttribute('href')).toBe('/enrollment-terms')
  await fillIn(page, 'cody@understudy.test')
  await typeCard(page)
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('359.10')
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  const receipt = page.getByRole('region', { name: 'Receipt' })
  for (const [line, amount] of [
    ['1 seat', '399.00'],
    ['Promo code WELCOME10', '39.90'],
    ['Total', '359.10'],
    ['Visa', '359.10'],
    ['Paid', '359.10'],
  ] as const)
    await receipt.locator('dl > div', { hasText: line }).locator(`[data-amount="${amount}"]`).waitFor()
  expect((await newestMail(server.url, 'cody@understudy.test')).text).toContain('Total: $359.10')
  await checkCalendars(server, page)
})

test('a gift card pays a part, and the card pays the rest', async ({ browser }) => {
  const page = await atCheckout(browser)
  await useGiftCard(page, 'gift-demo-0000')
  await page.getByText('We can’t use this gift card.').first().waitFor()
  await useGiftCard(page, 'GIFT-DEMO-0100')
  await page.getByText('used here').waitFor()
  await fillIn(page, 'gita@understudy.test')
  await typeCard(page)
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('299.00')
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
})

test('a gift card pays everything: no card is needed, and the rest stays on the gift card', async ({ browser }) => {
  const page = await atCheckout(browser)
  await useGiftCard(page, 'GIFT-DEMO-0500')
  await page.getByText('No card needed today').waitFor()
  expect(await page.locator('[name="cardNumber"]').count()).toBe(0)
  await fillIn(page, 'olu@understudy.test')
  await page.getByRole('button', { name: 'Book your seat' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()

  const again = await atCheckout(browser)
  await useGiftCard(again, 'GIFT-DEMO-0500')
  await again.getByText('used here').waitFor()
  expect(await again.locator('[data-amount="101.00"]').count()).toBeGreaterThan(0)
})

test('a deposit takes the seat: the balance and its due date are shown before and after', async ({
  server,
  browser,
}) => {
  const page = await atCheckout(browser)
  const checkoutUrl = page.url()
  await page.getByText('Pay a deposit', { exact: true }).click()
  await fillIn(page, 'dee@understudy.test')
  await typeCard(page)
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('99.00')
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.locator('[data-amount="300.00"]').first().waitFor()
  await page.getByText('Deposit paid', { exact: true }).waitFor()
  expect(await page.getByText('Complete', { exact: true }).count()).toBe(0)
  const dueDay = await page.getByText(/^\$300.00 \(about ₱17,500\) is due on \d+ \w+\.$/).innerText()
  const receiptUrl = page.url()
  await page.goto(checkoutUrl)
  await page.getByRole('heading', { name: 'You’re enrolled' }).waitFor()
  await page.getByText(`Your deposit is paid. ${dueDay}`).waitFor()
  await page.goto(receiptUrl)

  await page.getByRole('link', { name: 'Pay $300.00' }).click()
  await page.getByRole('heading', { name: 'Pay the balance' }).waitFor()
  expect(await page.getByText(/log-in link by e-mail|price or availability/).count()).toBe(0)
  expect(await page.locator('[name="email"]:visible').count()).toBe(0)
  await page.reload()
  await typeCard(page, '4000 0000 0000 9995')
  await payButton(page).click()
  await page.getByText('not enough funds').waitFor()
  await typeCard(page)
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.locator('[data-amount="399.00"]').first().waitFor()
  await page.getByRole('heading', { name: 'Your balance is paid.' }).waitFor()
  expect(await page.getByRole('link', { name: PAY_BY_CARD }).count()).toBe(0)
  await newestMail(server.url, 'dee@understudy.test', /All paid/)
})

test('on a phone the first screen names course and date; a decline stays at the card, and a reload keeps every choice open', async ({
  browser,
}) => {
  const page = await atCheckout(browser)
  await page.setViewportSize({ width: 390, height: 844 })
  const headline = page.locator('details > summary').filter({ hasText: 'Mobile filmmaking' })
  expect(await isOnScreen(headline.locator('time').first())).toBe(true)

  await page.getByText('Pay a deposit', { exact: true }).click()
  await fillIn(page, 'dora@understudy.test')
  await typeCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await page.locator('[data-notice="declined"]').waitFor()
  expect(await isOnScreen(page.locator('[name="cardNumber"]'))).toBe(true)

  await page.reload()
  await page.locator('[data-notice="declined"]').waitFor()
  expect(await page.locator('#pay-deposit').isChecked()).toBe(true)
  await page.getByText('Pay in full', { exact: true }).click()
  await page.locator('main [name="terms"]').check()
  await typeCard(page)
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('399.00')
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
})

test('no page logged an error, except the refusal of an unknown gift card', () => {
  expect(allFaults).toEqual([expect.stringContaining('status of 404')])
})

/** Every session of the cohort bought, at its own instants, in the address that each calendar reads. */
async function checkCalendars(server: RunningServer, page: Page): Promise<void> {
  await page.getByText('One by one, in Google, Outlook or Yahoo').click()
  const answer = await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=NG`)
  const { sessions } = (await answer.json()).data.NG as { sessions: { startsAt: string; endsAt: string }[] }
  const expectCalendar = async (calendar: string, name: string) => {
    const links = await page.getByRole('link', { name: new RegExp(`^${calendar} for `) }).all()
    return Promise.all(links.map(async (link) => new URL((await link.getAttribute('href'))!).searchParams.get(name)))
  }
  const short = (instant: string) => instant.replace('.000', '').replaceAll(/[-:]/g, '')
  expect(sessions.length).toBeGreaterThan(5)
  expect(await expectCalendar('Google', 'dates')).toEqual(
    sessions.map((one) => `${short(one.startsAt)}/${short(one.endsAt)}`),
  )
  expect(await expectCalendar('Outlook', 'startdt')).toEqual(sessions.map((one) => one.startsAt.replace('.000', '')))
  expect(await expectCalendar('Yahoo', 'et')).toEqual(sessions.map((one) => short(one.endsAt)))
}

/** A tab of its own for each buyer: what one typed is not the other's. */
async function atCheckout(browser: Journey, search = ''): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto('/nina-reyes')
  const address = await page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .getAttribute('href')
  await page.goto(address + search)
  await page.getByRole('heading', { name: 'Who is coming' }).waitFor()
  return page
}

async function isOnScreen(element: Locator): Promise<boolean> {
  const box = (await element.boundingBox())!
  return box.y >= 0 && box.y + box.height <= 844
}

async function expectOff(page: Page, amount: string): Promise<void> {
  await page.locator(`aside, section`).locator(`[data-amount="${amount}"]`).first().waitFor()
}

async function useGiftCard(page: Page, code: string): Promise<void> {
  const ask = page.getByRole('button', { name: 'Use a gift card' })
  if (await ask.count()) await ask.click()
  await page.locator('[name="giftCardCode"]').fill(code)
  await page.keyboard.press('Enter')
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Priya Raman')
  await page.locator('main [name="terms"]').check()
}
