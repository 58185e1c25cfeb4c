import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { createServerDb, type RunningServer } from '../../world/server.ts'

const MAILS = [
  { to: 'ana@understudy.test', subject: 'Your first receipt' },
  { to: 'ben@understudy.test', subject: 'Your second receipt' },
  { to: 'ana@understudy.test', subject: 'Your third receipt' },
]

test.override('serverSettings', { DEMO_PUBLIC: '1' })

let opened: Awaited<ReturnType<typeof createServerDb>>
test.beforeAll(async ({ server }) => {
  opened = await createServerDb(server, 2)
  for (const [at, { to, subject }] of MAILS.entries()) {
    await opened.db
      .insertInto('mail')
      .values({
        dedupe_key: subject,
        to_address: to,
        subject,
        text_body: subject,
        html_body: `<!doctype html><html><head></head><body><p>Body of ${subject.toLowerCase()}</p></body></html>`,
        headers: '{}',
        state: 'sent',
        sent_at: new Date(),
        created_at: new Date(Date.now() + at * 1000),
      })
      .execute()
  }
})
test.afterAll(async () => {
  await opened?.close()
})

/** The address that the start prints for the people of a public demo. */
async function printedLink(server: RunningServer): Promise<string> {
  await expect.poll(() => server.output()).toMatch(/Mail\s+http\S+\s/)
  return /Mail\s+(http\S+)/.exec(server.output())![1]!
}

test('each e-mail opens by a click, also from a list of one address', async ({ server, page }) => {
  await page.goto(await printedLink(server))
  const list = page.getByRole('list', { name: 'E-mails, newest first' })
  const chosen = page.getByRole('region', { name: 'Selected e-mail' })
  const body = page.frameLocator('main iframe')
  await chosen.getByRole('heading', { name: 'Your third receipt' }).waitFor()

  await list.getByRole('link', { name: /Your second receipt/ }).click()
  await chosen.getByRole('heading', { name: 'Your second receipt' }).waitFor()
  await body.getByText('Body of your second receipt').waitFor()
  expect(await list.locator('[aria-current]').innerText()).toContain('Your second receipt')

  await page.goto(`${await printedLink(server)}&to=ANA@understudy.test`)
  expect(await list.locator('b').allInnerTexts()).toEqual(['Your third receipt', 'Your first receipt'])
  await list.getByRole('link', { name: /Your first receipt/ }).click()
  await body.getByText('Body of your first receipt').waitFor()
  expect(await list.locator('b').allInnerTexts()).toEqual(['Your third receipt', 'Your first receipt'])
})
