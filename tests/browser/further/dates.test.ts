/** A creator adds a series of six sessions, sells a seat, and moves a session after reading what that does. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { audited } from '../../world/audited.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

const BUYER = 'stella.stranger@understudy.test'
const COHORT = 'CLAY-2099-03'

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'tomas.lind@understudy.test', name: 'Tomas Lind' }),
)

test('a series is planned, sold and moved, and the buyer’s page says what that gives', async ({
  server,
  page,
  launchBrowser,
}) => {
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Clay in the evening')
  await page.getByLabel('One sentence about it').fill('Six evenings, one bowl.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  await page.getByLabel('Price of a seat in US dollars').fill('60')
  await page.getByLabel('Day').fill('2099-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByLabel('Number of seats').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Ready to sell').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'On sale' }).waitFor()

  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Dates' }).click()
  await page.getByRole('button', { name: 'Add dates' }).click()
  await page.getByLabel('First day').fill('2099-03-10')
  await page.getByRole('checkbox', { name: 'Tue' }).check()
  await page.getByRole('checkbox', { name: 'Thu' }).check()
  await page.getByLabel('Starts').fill('18:00')
  await page.getByLabel('Length').selectOption('90')
  await page.getByLabel('Sessions', { exact: true }).fill('6')
  await page.getByLabel('Seats', { exact: true }).fill('8')
  await page.getByRole('heading', { name: '6 sessions' }).waitFor()
  await page.getByText(COHORT, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Leave out Thu 26 March' }).click()
  await page.getByText('Tue 31 March').waitFor()
  await page.getByText('The curriculum gets 5 live lessons').waitFor()
  await page.getByRole('button', { name: 'Save dates' }).click()
  await page.getByRole('button', { name: COHORT, exact: true }).waitFor()

  const visitor = await launchBrowser()
  await visitor.page.goto(`/checkout/${COHORT}`)
  const form = visitor.page.locator('main')
  await form.locator('[name="email"]').fill(BUYER)
  await form.locator('[name="name"]').fill('Stella Stranger')
  await form.locator('[name="phoneNumber"]').fill('+63 917 123 4567')
  await form.locator('[name="terms"]').check()
  await typeCard(visitor.page, '4242 4242 4242 4242')
  await payButton(visitor.page).click()
  await visitor.page.waitForURL('**/order/*')
  await visitor.page.getByText('Complete', { exact: true }).first().waitFor()

  await page.reload()
  await page.getByRole('button', { name: COHORT, exact: true }).click()
  const sessions = page.getByRole('list', { name: `Sessions of ${COHORT}` })
  const third = sessions.getByRole('listitem').nth(2)
  await third.getByText('Tue 17 March, 18:00').first().waitFor()
  await third.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move “Session 3”' })
  await dialog.getByLabel('Day').fill('2099-03-18')
  await dialog.getByText('1 learner gets one e-mail with the changed dates and a calendar file.').waitFor()
  await dialog.getByText('The buyer of 1 order can ask for a refund in full').waitFor()
  expect(await dialog.locator('[data-amount]').getAttribute('data-amount')).toBe('60.00')
  await dialog.getByRole('button', { name: 'Move and e-mail 1 learner' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await third.getByText('Wed 18 March, 18:00').first().waitFor()
  await third.getByText('Moved. 1 learner gets an e-mail within half an hour.').waitFor()

  // In the buyer's zone, Manila.
  await visitor.page.reload()
  await visitor.page.getByText(/Full refund until .*19 March, 02:00/).waitFor()

  expect(await (await fetch(`${server.url}/calendar/${COHORT}.ics`)).text()).toContain('20990318T180000')

  await page.goto('/studio/calendar?week=2099-03-16')
  await page.getByText('Session 3').first().waitFor()

  await page.goto(`/studio/courses/clay/dates?open=${COHORT}`)
  await page.getByRole('button', { name: 'Add a session' }).click()
  const more = page.getByRole('dialog', { name: `Add a session to ${COHORT}` })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('day')
  await more.getByLabel('Day').fill('2099-04-02')
  await more.getByRole('button', { name: 'Add the session and e-mail 1 learner' }).click()
  await page.getByText('Session added. 1 learner gets an e-mail within half an hour.').waitFor()
  await sessions.getByText('Session 7', { exact: true }).waitFor()
  await audited(server.dataDir)
})
