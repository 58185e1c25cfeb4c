/** From an empty folder to a sale: a production start, the printed link, the set-up, a published course, a seat paid by card. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYS, type StripeDouble, startStripe } from '../../providers/stripe/stripe.ts'
import { type Journey, launchBrowser } from '../../support/browser.ts'
import { payButton } from '../../support/pay-form.ts'
import { startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts'
import { type ProductionServer, startProductionServer } from '../../world/production-server.ts'
import { standInForStripe } from './stripe-js.ts'

let double: StripeDouble
let stripe: TlsProxy
let folder: string
let school: ProductionServer
const browsers: Journey[] = []
beforeAll(async () => {
  double = await startStripe()
  stripe = await startTlsProxy()
  stripe.forwardTo(double.url)
  folder = await mkdtemp(join(tmpdir(), 'understudy-set-up-'))
  await writeFile(join(folder, 'stripe.pem'), stripe.certificate)
  school = await startProductionServer(
    {
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_API_URL: stripe.url,
      NODE_EXTRA_CA_CERTS: join(folder, 'stripe.pem'),
    },
    { isSetUp: false },
  )
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await school?.tool.close()
  await school?.server.dispose()
  await school?.proxy.close()
  await stripe?.close()
  await double?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function openBrowser(): Promise<Journey> {
  const browser = await launchBrowser({ baseURL: school.proxy.url, trustsEveryCertificate: true })
  browsers.push(browser)
  return browser
}

/** `npm run u -- doctor`, which ends with 1 if something is missing. */
async function runDoctor(): Promise<{ output: string }> {
  const env = { ...process.env, NODE_OPTIONS: '', ...school.settings }
  const run = promisify(execFile)(process.execPath, ['tools/u.ts', 'doctor'], { env })
  return run.then(
    ({ stdout }) => ({ output: stdout }),
    ({ stdout }: { stdout: string }) => ({ output: stdout }),
  )
}

async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env.PICTURES
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a first start prints a link; it sets up a site that sells a seat, and works once', {
  timeout: 300_000,
}, async () => {
  const { server } = school
  const findLink = () => /https:\S+\/set-up#token=\S+/.exec(server.output())?.[0]
  // The server is ready a moment before it says so.
  await expect.poll(findLink).toBeDefined()
  const link = findLink()

  const visitor = await openBrowser()
  visitor.allowedFaults.push(/status of (400|404|503)/)
  // Chromium restarts requests whose certificate it was told to ignore, and gives up some that no page needs any more.
  visitor.allowedFaults.push(/ERR_TOO_MANY_RETRIES|Unable to preload CSS/)
  for (const path of ['/', '/login', '/faq', '/nobody', '/api/v1/courses/']) {
    const answer = await visitor.page.goto(path)
    expect([path, answer?.status()]).toEqual([path, 503])
  }
  for (const path of ['/livez', '/readyz']) expect((await visitor.page.goto(path))?.status()).toBe(200)
  const webhook = await visitor.context.request.post('/api/v1/webhooks/stripe', { data: {} })
  expect(webhook.status()).not.toBe(503)
  await visitor.page.goto('/')
  await visitor.page.getByRole('heading', { name: 'Being set up' }).waitFor()
  await visitor.page.goto('/set-up#token=wrong')
  await visitor.page.getByText('npm run u -- set-up').waitFor()
  await picture(visitor.page, 'set-up-broken')

  const owner = await openBrowser()
  owner.allowedFaults.push(/status of 400/)
  const { page } = owner
  await page.goto(link!)
  await page.getByRole('heading', { level: 1, name: 'Set up your site' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Name is required').waitFor()
  await picture(page, 'set-up-owner')
  await page.getByLabel('Your name').fill('Ada Mill')
  await page.getByLabel('Your e-mail').fill('ada@mill.test')
  await page.getByLabel('Passphrase').fill('password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('too easy to guess').waitFor()
  await page.getByLabel('Passphrase').fill('three blind mice run')
  await page.keyboard.press('Enter')

  await page.getByLabel('Name of the site').fill('Mill School')
  await page.getByLabel('Support address').fill('help@mill.test')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByLabel('Country').selectOption('GB')
  await picture(page, 'set-up-site')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Legal name').fill('Mill Ltd')
  await page.getByLabel('Postal address').fill('1 Mill Lane')
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByLabel('Name of the site').inputValue()).toBe('Mill School')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByLabel('Postal address').inputValue()).toBe('1 Mill Lane')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Title').fill('Weave a scarf')
  await page.getByLabel('One sentence about it').fill('Two looms, one afternoon.')
  await picture(page, 'set-up-course')
  await page.getByRole('button', { name: 'Set up the site' }).click()

  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  await page.getByLabel('Price of a seat in US dollars').fill('45')
  await page.getByLabel('Day').fill('2027-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Number of seats').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Ready to sell').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'On sale' }).waitFor()

  await page.goto('/portal/settings/site')
  await page.getByRole('heading', { name: 'Payments are on trial' }).waitFor()
  await page.getByRole('heading', { name: 'E-mails are not sent' }).waitFor()
  await page.getByText('Mill Ltd, 1 Mill Lane, United Kingdom.').waitFor()
  await page.getByRole('button', { name: 'I’ve read it' }).click()
  await page.getByRole('heading', { name: 'The privacy page was read' }).waitFor()
  await picture(page, 'site-needs')
  const { output: doctor } = await runDoctor()
  expect(doctor).toMatch(/fault {2}sell {6}mail {10}E-mails are not sent/)
  expect(doctor).toMatch(/ok {5}sell {6}seller {8}The seller is complete; Mill Ltd/)

  await visitor.page.goto(link!)
  expect((await visitor.page.goto('/set-up'))?.status()).toBe(404)
  await standInForStripe(visitor.context, double)
  await visitor.page.goto('/weave-a-scarf')
  expect(await visitor.page.title()).toContain('Mill School')
  await visitor.page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .click()
  await visitor.page.waitForURL('**/checkout/*')
  const form = visitor.page.locator('main')
  await form.locator('[name="email"]').fill('stella@stranger.test')
  await form.locator('[name="name"]').fill('Stella Stranger')
  await form.locator('[name="terms"]').check()
  await visitor.page.locator('[data-card="there"]').waitFor()
  await visitor.page
    .frameLocator('[title="Secure payment input frame"]')
    .getByLabel('Card number')
    .fill('4242 4242 4242 4242')
  await payButton(visitor.page).click()
  await visitor.page.waitForURL('**/order/*')
  await visitor.page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await school.tool.db.selectFrom('enrolment').select('state').execute()).toEqual([{ state: 'active' }])

  await server.interrupt()
  await server.start()
  expect(server.output().match(/set-up#token=/g)).toHaveLength(1)
  expect((await visitor.page.goto('/set-up'))?.status()).toBe(404)
  for (const { faults } of browsers) expect(faults).toEqual([])
})
