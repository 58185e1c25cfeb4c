/** The pages on which a gift card is bought and its balance is read. */
import type { Page } from 'playwright-core'
import { PAY_BY_CARD, typeCard } from '../support/pay-form.ts'
import { press, type State, sees } from './state.ts'

const fillGift = async (page: Page) => {
  await page.locator('[name="recipient.name"]').fill('Rui')
  await page.locator('[name="recipient.email"]').fill('rui@understudy.test')
  await page.locator('main [name="name"]').fill('Bea')
  await page.locator('main [name="email"]').fill('bea@understudy.test')
}

export const GIFT_CARDS: State[] = [
  { name: 'gift card to buy', path: '/gift-card/buy', after: (page) => sees(page, 'Give a gift card') },
  {
    name: 'gift card to buy, faults',
    path: '/gift-card/buy',
    after: async (page) => {
      await page.getByRole('radio', { name: 'Another amount' }).check()
      await page.locator('[name="amount"]').fill('5')
      await press(page, PAY_BY_CARD)
      await sees(page, 'Please agree to the terms.')
    },
  },
  {
    name: 'gift card to buy, declined',
    path: '/gift-card/buy',
    after: async (page) => {
      await fillGift(page)
      await page.locator('main [name="terms"]').check()
      await typeCard(page, '4000 0000 0000 0002')
      await press(page, PAY_BY_CARD)
      await page.locator('[data-notice="declined"]').waitFor()
    },
  },
  ...[true, false].flatMap((isPlain): State[] =>
    [
      ['balance', 'GIFT-DEMO-0100', 'Balance:'],
      ['balance, refused', 'GIFT-0000-0000-0000-0000', /We can’t use this gift card/],
    ].map(([name, code, said]) => ({
      name: `gift card, ${name}${isPlain ? ', without scripts' : ''}`,
      path: '/gift-card',
      ...(isPlain && { withoutScripts: true }),
      after: async (page) => {
        await page.locator('#gift-card-code').fill(String(code))
        await press(page, 'Check balance')
        await sees(page, said!)
      },
    })),
  ),
]
