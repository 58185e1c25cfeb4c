import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storyTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { newestMail } from '../../world/mailbox.ts'

test('a gift card for today: the first card is declined, the next pays, it is mailed, its balance is shown, and it pays for a course', async ({
  server,
  browser,
}) => {
  const page = await browser.context.newPage()
  await page.goto('/gift-card')
  await page.getByRole('link', { name: 'Buy a gift card' }).first().click()
  await page.getByRole('heading', { name: 'Give a gift card' }).waitFor()

  await payButton(page).click()
  await page.getByText('Please agree to the terms.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'recipient.name')
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await page.locator('[name="amount"]').fill('5')
  await fillIn(page)
  await typeCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await page.getByText('Please choose a whole amount from 10 to 1000 USD').waitFor()
  await page.getByRole('radio', { name: '$500' }).check()
  await payButton(page).click()
  await page.getByText('Your bank declined the payment').waitFor()
  await page.reload()
  expect(await page.locator('[name="message"]').inputValue()).toBe('Happy birthday, Rui!')
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('500.00')
  await page.locator('[name="terms"]').check()
  await typeCard(page)
  await payButton(page).click()

  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: /^Thank you\. Your gift is/ }).waitFor()
  const receipt = await newestMail(server.url, 'bea@understudy.test', /Your gift card \(receipt/)
  expect(receipt.text).toContain('Rui (rui@understudy.test)')
  expect(receipt.attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf'])
  const mail = await newestMail(server.url, 'rui@understudy.test', /A gift for you/)
  expect(mail.text).toContain('“Happy birthday, Rui!”')
  await page.reload()
  await page.getByRole('heading', { name: 'Thank you. Your gift is sent.' }).waitFor()

  const code = /GIFT(-[0-9A-Z]{4}){4}/.exec(mail.text)![0]
  const rui = await browser.context.newPage()
  await rui.goto('/gift-card')
  await lookUp(rui, 'GIFT-0000-0000-0000-0000')
  await rui.getByText(/We can’t use this gift card/).waitFor()
  await lookUp(rui, code.toLowerCase())
  await rui.getByText('Balance: $500.00').waitFor()

  await enrolBy(rui, code)
  await rui.goto('/gift-card')
  await lookUp(rui, code)
  await rui.getByText('Balance: $101.00').waitFor()
  expect(browser.faults.splice(0)).toEqual([expect.stringContaining('status of 404')])
})

test('a gift card for a later day shows its day and has no code yet', async ({ server, browser }) => {
  const page = await browser.context.newPage()
  await page.goto('/gift-card/buy')
  await fillIn(page, 'later@understudy.test')
  const day = new Date(Date.now() + 5 * 86_400_000)
  await page.locator('[name="sendAt"]').fill(day.toLocaleDateString('sv', { timeZone: 'Asia/Manila' }))
  await page.getByText('Goes out at 9:00 Manila time.').waitFor()
  await typeCard(page)
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: 'Thank you. Your gift is ready.' }).waitFor()
  const sent = page.locator('main time').filter({ hasText: '09:00' })
  expect(await sent.first().textContent()).toContain(
    day.toLocaleDateString('en-GB', { timeZone: 'Asia/Manila', day: 'numeric', month: 'long' }),
  )
  await newestMail(server.url, 'bea@understudy.test', /later@understudy\.test/)
  const mails = await fetch(`${server.url}/dev/mail.json?to=later@understudy.test`)
  expect(await mails.json()).toEqual([])
})

async function fillIn(page: Page, to = 'rui@understudy.test'): Promise<void> {
  await page.locator('[name="recipient.name"]').fill('Rui')
  await page.locator('[name="recipient.email"]').fill(to)
  await page.locator('[name="message"]').fill('Happy birthday, Rui!')
  await page.locator('main [name="name"]').fill('Bea')
  await page.locator('main [name="email"]').fill('bea@understudy.test')
  await page.locator('main [name="terms"]').check()
}

async function lookUp(page: Page, code: string): Promise<void> {
  await page.locator('#gift-card-code').fill(code)
  await page.getByRole('button', { name: 'Check balance' }).click()
}

async function enrolBy(page: Page, code: string): Promise<void> {
  await page.goto('/nina-reyes')
  const enrol = page.getByRole('link', { name: /^Enrol/ }).first()
  await page.goto((await enrol.getAttribute('href'))!)
  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.locator('[name="giftCardCode"]').fill(code)
  await page.keyboard.press('Enter')
  await page.getByText('No card needed today').waitFor()
  // In the same moment, so that nothing moves under the press that follows.
  expect(
    await page
      .locator('main form')
      .getByText(`Gift card ••${code.slice(-4)}`)
      .count(),
  ).toBe(1)
  await page.locator('main [name="email"]').fill('rui@understudy.test')
  await page.locator('main [name="name"]').fill('Rui Costa')
  await page.locator('main [name="terms"]').check()
  await page.getByRole('button', { name: 'Book your seat' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
}
