/** Two people in two tabs of one browser: docs/contract §3, docs/specification.md §4. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import type { Journey } from '../../support/browser.ts'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { PAY_BY_CARD, typeCard } from '../../support/pay-form.ts'
import { audited } from '../../world/audited.ts'

const LEARNER = 'learner@understudy.test'
const CREATOR = 'creator@understudy.test'

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/portal')
  await untilHydrated(page)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).first().waitFor()
}

/** The second person logs in in a tab of their own, after the first has logged out there. */
async function becomeCreator({ context }: Journey): Promise<void> {
  const tab = await context.newPage()
  await tab.goto('/portal')
  await tab.getByRole('heading', { name: 'Good to see you' }).waitFor()
  const isLoggedOut = tab.waitForEvent('load')
  await tab.getByRole('button', { name: 'Log out' }).first().click()
  await isLoggedOut
  await logIn(tab, CREATOR)
}

const isShown = (page: Page, text: string) => page.locator('main').getByText(text).first().waitFor()

const listBuyers = async (db: Db, courseCode: string) =>
  db
    .selectFrom('orders')
    .innerJoin('cohort', 'cohort.cohort_code', 'orders.cohort_code')
    .innerJoin('person', 'person.id', 'orders.person_id')
    .select(['orders.email', 'orders.name', 'person.email as owner', 'orders.state'])
    .where('cohort.course_code', '=', courseCode)
    .where('orders.email', 'in', [LEARNER, CREATOR])
    .execute()

const byGiftCard = async (page: Page) => {
  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.locator('[name="giftCardCode"]').fill('GIFT-DEMO-0500')
  await page.keyboard.press('Enter')
  await page.getByText('No card needed today').waitFor()
  await page.getByRole('button', { name: /^Book your/ }).click()
}
const byPaypal = async (page: Page) => {
  await page.getByRole('radio', { name: /^PayPal/ }).check()
  await page.getByRole('button', { name: /^Pay with PayPal/ }).click()
  await page.getByRole('button', { name: /^Approve(?!,)/ }).click()
}

test('the portal of one person is not left open for the next', async ({ browser }) => {
  const { page } = browser
  await logIn(page, LEARNER)
  // The creator teaches the course that the learner has, so only the way into its room is the learner's.
  const rooms = page.locator('main a[href^="/portal/courses/"]')
  await rooms.first().waitFor()
  await becomeCreator(browser)
  await page.getByRole('heading', { name: 'Courses you teach' }).waitFor()
  expect(await rooms.count()).toBe(0)
})

test.for([
  ['gift card', 'DAPR', byGiftCard],
  ['PayPal', 'NSPR', byPaypal],
] as const)(
  'an open checkout begins again for the person who logs in in another tab, and sells to nobody else, by %s',
  async ([, courseCode, pay], { browser, db }) => {
    const { page } = browser
    await logIn(page, LEARNER)
    await page.goto(`/checkout/${courseCode}`)
    await isShown(page, LEARNER)
    await page.locator('main [name="phoneNumber"]').fill('+63 917 123 4567')

    await becomeCreator(browser)
    await isShown(page, CREATOR)
    expect(await page.getByText(LEARNER).count()).toBe(0)
    expect(await page.locator('main [name="phoneNumber"]').inputValue()).toBe('')

    await page.locator('main [name="terms"]').check()
    await pay(page)
    await page.waitForURL('**/order/*')
    await page.getByText('Complete', { exact: true }).first().waitFor()
    expect(await listBuyers(db, courseCode)).toEqual([
      { email: CREATOR, name: expect.any(String), owner: CREATOR, state: 'complete' },
    ])
  },
)

test('a page that slept while another person logged in charges nobody, and then shows that person', async ({
  browser,
  db,
}) => {
  const { page } = browser
  await logIn(page, LEARNER)
  // A frozen tab gets none of these events.
  await page.addInitScript(() => {
    for (const target of [window, document])
      for (const name of ['storage', 'pageshow', 'visibilitychange'])
        target.addEventListener(name, (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
  await page.goto('/checkout/TUCPR')
  await isShown(page, LEARNER)
  await page.locator('main [name="terms"]').check()
  await typeCard(page)

  await becomeCreator(browser)
  expect(await page.getByText(LEARNER).count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: PAY_BY_CARD }).click()
  await isShown(page, CREATOR)
  expect(await listBuyers(db, 'TUCPR')).toEqual([])
})

test('a course page takes back the room of a person who is no longer logged in', async ({ browser }) => {
  const { page } = browser
  await logIn(page, LEARNER)
  await page.goto('/mobile-content-creator')
  const roomLink = page.getByRole('link', { name: 'Continue', exact: true }).first()
  await roomLink.waitFor()
  await becomeCreator(browser)
  await roomLink.waitFor({ state: 'detached' })
  await page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .waitFor()
})

test('the audit finds no violation after these journeys', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})
