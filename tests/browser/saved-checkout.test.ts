/** A checkout that is saved while its buyer types. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { test } from '../support/browser-test.ts'
import { createServerDb } from '../world/server.ts'

const EMAIL = 'gia.moreno@understudy.test'

let db: Db
let close: () => Promise<void>
test.beforeAll(async ({ server }) => {
  ;({ db, close } = await createServerDb(server))
}, 180_000)
test.afterAll(async () => {
  await close?.()
})

test('a guest saves a checkout with its friends while typing', async ({ page }) => {
  await page.goto('/checkout/NG')
  const form = page.locator('main')
  await form.locator('[name="email"]').fill(EMAIL)
  await form.locator('[name="name"]').fill('Gia Moreno')
  await page.getByLabel(/^Save what I enter/).check()
  await page.getByRole('button', { name: 'Add a friend' }).click()
  await page.locator('summary').filter({ hasText: 'A friend, named later' }).press('Enter')
  await form.locator('[name="friends.0.email"]').fill('fern.oak@understudy.test')
  await form.locator('[name="friends.0.email"]').press('Tab')
  const read = () =>
    sql<{ friends: string }>`select friends::text from saved_checkout where email = ${EMAIL}`.execute(db)
  await expect.poll(async () => (await read()).rows[0]?.friends, { timeout: 20_000 }).toContain('fern.oak@')
}, 120_000)
