/** An order that its buyer pays by PayPal, after each answer on PayPal's page. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { press, type State, sees } from './state.ts'

const answerAtPaypal = async (page: Page, answer: string) => {
  await page.locator('main [name="email"]').fill(`${randomUUID()}@understudy.test`)
  await page.locator('main [name="name"]').fill('Priya Raman')
  await page.locator('main [name="terms"]').check()
  await page.getByRole('radio', { name: /^PayPal/ }).check()
  await press(page, /^Pay with PayPal/)
  await page.waitForURL('**/sandbox/paypal/*')
  await press(page, answer)
  await page.waitForURL('**/order/*')
}

export const PAYPAL: State[] = [
  {
    name: 'order, not approved at PayPal',
    path: '/checkout/MCOM',
    after: async (page) => {
      await answerAtPaypal(page, 'Cancel and go back')
      await sees(page, 'Not approved at PayPal yet')
    },
  },
  {
    name: 'order, PayPal is confirming',
    path: '/checkout/MCOM',
    before: (page) =>
      page.route('**/verify-payment?*', async (route) => {
        const response = await route.fetch()
        const verdict = await response.json()
        delete verdict.data.approvalUrl
        await route.fulfill({ response, json: { ...verdict, status: 'pending' } })
      }),
    after: async (page) => {
      await answerAtPaypal(page, 'Approve, and PayPal answers late')
      await sees(page, 'PayPal is confirming your payment')
    },
  },
  {
    name: 'order, declined by PayPal',
    path: '/checkout/MCOM',
    after: async (page) => {
      await answerAtPaypal(page, 'Approve, and PayPal declines the payment')
      await sees(page, 'PayPal declined the payment')
    },
  },
]
