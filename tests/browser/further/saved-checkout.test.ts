/** A checkout that is left on one device and finished on another. The test moves dates in the database instead of waiting. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { checkoutRemindUnfinishedJob } from '#sell/checkout/queue.ts'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { getAfternoonZone } from '../../world/afternoon-zone.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { runJob } from '../../world/run-job.ts'

const EMAIL = 'gia.moreno@understudy.test'

let db: Db
test.beforeAll(({ db: serverDb }) => {
  db = serverDb
})

test('a guest leaves a checkout with a friend, gets one e-mail, continues it in another browser and pays', async ({
  page,
  server,
  launchBrowser,
}) => {
  const read = () =>
    sql<{ friends: string }>`select friends::text from saved_checkout where email = ${EMAIL}`.execute(db)
  await page.goto('/checkout/NG')
  const form = page.locator('main')
  await form.locator('[name="email"]').fill(EMAIL)
  await form.locator('[name="name"]').fill('Gia Moreno')
  await page.getByLabel(/^Save what I enter/).check()
  await expect.poll(async () => (await read()).rows.length).toBe(1)
  await page.getByRole('button', { name: 'Add a friend' }).click()
  await page.locator('summary').filter({ hasText: 'A friend, named later' }).press('Enter')
  await form.locator('[name="friends.0.email"]').fill('fern.oak@understudy.test')
  await form.locator('[name="friends.0.email"]').press('Tab')
  await expect.poll(async () => (await read()).rows[0]?.friends).toContain('fern.oak@')
  await page.goto('/')

  await sql`update saved_checkout set saved_at = now() - interval '25 hours', timezone_id = ${getAfternoonZone()}
    where email = ${EMAIL}`.execute(db)
  await runJob(server, checkoutRemindUnfinishedJob, {})
  const mail = await newestMail(server.url, EMAIL, /Your saved checkout/)

  const other = (await launchBrowser({ width: 360 })).page
  await other.goto(linkIn(mail, 'saved-checkout'))
  await other.getByText('2 seats', { exact: true }).waitFor()
  await other.getByText('Today’s price: $399 (about ₱23,300) a seat').waitFor()
  await other.getByRole('button', { name: 'Continue' }).press('Enter')
  await other.waitForURL('**/checkout/NG-*')
  await other.getByRole('heading', { name: 'Two seats, together' }).waitFor()
  const resumed = other.locator('main')
  expect(await resumed.locator('[name="email"]').inputValue()).toBe(EMAIL)
  expect(await resumed.locator('[name="name"]').inputValue()).toBe('Gia Moreno')
  await resumed.locator('summary').filter({ hasText: 'A friend, named later' }).waitFor()
  expect(await other.locator('body').innerText(), 'a link that a stranger may get').not.toContain('fern.oak')
  await resumed.locator('[name="terms"]').check()
  await typeCard(other)
  await payButton(other).click()
  await other.waitForURL('**/order/**')
  await newestMail(server.url, EMAIL, /[Rr]eceipt/)
  await expect.poll(async () => (await read()).rows).toEqual([])

  await runJob(server, checkoutRemindUnfinishedJob, {})
  const mails = sql<{ count: number }>`select count(*)::int as count from mail
    where to_address = ${EMAIL} and kind = 'checkout.unfinished'`.execute(db)
  expect((await mails).rows).toEqual([{ count: 1 }])
})
