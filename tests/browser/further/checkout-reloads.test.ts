/** Reloads and late banks during a payment. The other tabs are in `tests/browser/stories/two-tabs.test.ts`. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { listCharges, lose, paid, pay, readyAgain, readyToPay } from '../../support/checkout-tabs.ts'
import { audited } from '../../world/audited.ts'
import { holdLateAnswers } from '../../world/late-answers.ts'
import { newestMail } from '../../world/mailbox.ts'

test('two tabs that pay for the same person one after the other: one charge, and both show its receipt', async ({
  server,
  browser,
}) => {
  const email = 'tomas.one-after-the-other@understudy.test'
  const tabs = [await readyToPay(browser, email), await readyToPay(browser, email)] as const
  await pay(tabs[0])
  await tabs[0].waitForURL('**/order/*')
  await pay(tabs[1])
  for (const tab of tabs) await paid(tab)
  expect(tabs[0].url()).toBe(tabs[1].url())
  expect(await listCharges(server, email)).toEqual(['complete'])
  for (const tab of tabs) await tab.close()
})

test('a bank that answers late: both tabs show a pending payment, then the receipt, after one charge', async ({
  server,
  browser,
  db,
}) => {
  const letAnswer = await holdLateAnswers(db)
  const email = 'lena.late@understudy.test'
  const page = await readyToPay(browser, email, { number: '4000 0000 0000 0077' })
  await pay(page)
  await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
  const orderId = await page.evaluate(() => JSON.parse(sessionStorage.getItem('enrolment') ?? '{}').orderId)
  await page.goto(`/order/${orderId}`)
  await page.getByText('is pending').waitFor()
  expect(await listCharges(server, email)).toEqual(['pending'])

  await letAnswer()
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await listCharges(server, email)).toEqual(['complete'])
  await newestMail(server.url, email, /Receipt/i)
  await page.close()
})

test.for([
  {
    before: 'the order is answered',
    path: '**/sign-up-payment/card',
    lost: 'answer',
    charges: ['cancelled', 'complete'],
  },
  { before: 'the card is sent', path: '**/sandbox/v1/confirm', lost: 'request', charges: ['complete'] },
] as const)(
  'a reload before $before comes back to the truth, and to one charge',
  async ({ before, path, lost, charges }, { server, browser }) => {
    const email = `ray.${before.replaceAll(' ', '-')}@understudy.test`
    const page = await readyToPay(browser, email)
    const { isLost } = await lose(page, path, lost)
    await pay(page)
    await isLost
    await page.reload()
    await page
      .getByRole('heading', { name: 'Take your place' })
      .or(page.getByText('did not reach your bank'))
      .first()
      .waitFor()
    expect(await page.locator('main [name="email"]').inputValue()).toBe(email)
    await readyAgain(page)
    await pay(page)
    await paid(page)
    expect(await listCharges(server, email)).toEqual(charges)
    await page.close()
  },
)

test('the audit finds no violation after these journeys', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})
