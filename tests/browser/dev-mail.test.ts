import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

const MAILS = [
  { to: 'ana@understudy.test', subject: 'Your first receipt' },
  { to: 'ben@understudy.test', subject: 'Your second receipt' },
  { to: 'ana@understudy.test', subject: 'Your third receipt' },
]

let server: RunningServer
let opened: ReturnType<typeof openDb>
let browser: Journey
beforeAll(async () => {
  server = await startServer({ DEMO_PUBLIC: '1' })
  const { url } = await startEmbedded(server.dataDir, openLog('silent'))
  opened = openDb(url, openLog('silent'), 2)
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
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await opened?.close()
  await server?.dispose()
})

/** The address that the start prints for the people of a public demo. */
const printedLink = () => /Mail\s+(http\S+)/.exec(server.output())![1]!

test('the mail of a public demo opens by the printed link, and without its key nothing does', async () => {
  const link = printedLink()
  expect(link).toMatch(/\/dev\/mail\?key=[\w-]{22}$/)
  // On a busy machine a server that has just started may ask for patience.
  await expect.poll(async () => (await fetch(link)).status, { timeout: 15_000 }).toBe(200)
  for (const path of ['/dev/mail', '/dev/mail?key=', '/dev/mail?key=not-the-key', '/dev/mail.json'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404])
})

test('each mail opens when it is clicked, also from a list that shows one address', async () => {
  const { page } = browser
  await page.goto(printedLink())
  const list = page.getByRole('list', { name: 'Mails, newest first' })
  const chosen = page.getByRole('region', { name: 'The chosen mail' })
  const body = page.frameLocator('main iframe')
  await chosen.getByRole('heading', { name: 'Your third receipt' }).waitFor()

  await list.getByRole('link', { name: /Your second receipt/ }).click()
  await chosen.getByRole('heading', { name: 'Your second receipt' }).waitFor()
  await body.getByText('Body of your second receipt').waitFor()
  expect(await list.locator('[aria-current]').innerText()).toContain('Your second receipt')

  await page.goto(`${printedLink()}&to=ANA@understudy.test`)
  expect(await list.locator('b').allInnerTexts()).toEqual(['Your third receipt', 'Your first receipt'])
  await list.getByRole('link', { name: /Your first receipt/ }).click()
  await body.getByText('Body of your first receipt').waitFor()
  expect(await list.locator('b').allInnerTexts()).toEqual(['Your third receipt', 'Your first receipt'])
  expect(browser.faults).toEqual([])
})
