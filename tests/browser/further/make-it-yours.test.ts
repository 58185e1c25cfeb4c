/** A course that a creator made in the demo moves into a new production site, and is bought there. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect } from 'vitest'
import { KEYS, routeTo, startStripe } from '../../providers/stripe/stripe.ts'
import { test } from '../../support/browser-test.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { payButton } from '../../support/pay-form.ts'
import { startTlsProxy } from '../../support/tls-proxy.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { startServer } from '../../world/server.ts'
import { standInForStripe } from './stripe-js.ts'

const ffmpeg = await getTestFfmpeg()
const OWNER = 'ina.own@school.test'

/** This process goes on meanwhile, because a command may ask the double that lives in it. */
async function u(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', ...environment }
  return (await promisify(execFile)(process.execPath, ['tools/u.ts', ...args], { env })).stdout
}

test.skipIf(!ffmpeg)(
  'a course of the demo, with its film and picture, is sold by a new production site',
  async ({ server, browser, page, launchBrowser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-yours-'))
    const film = join(folder, '1-mix-and-rest.mp4')
    const input = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=30:duration=4',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
    ]
    makeMedia(ffmpeg!, [...input, film])

    await enterAs(browser.context, server.url, 'creator')
    await page.goto('/studio')
    await page.getByRole('heading', { name: 'Make it yours' }).waitFor()
    await page.getByRole('button', { name: 'New course' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Bread at home')
    await page.getByText('On demand', { exact: true }).click()
    await page.getByLabel('One sentence about it').fill('Two loaves, one oven, no kneading.')
    await page.getByRole('button', { name: 'Create course' }).click()
    await page.getByRole('link', { name: 'Add lessons' }).click()
    await page.locator('input[aria-label="Videos for Module 1"]').setInputFiles([film])
    await page.locator('[data-lesson]').first().getByText('0:04').waitFor({ timeout: 120_000 })
    await page.goto('/studio/courses/bread/page')
    const buffer = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#b5651d' } })
      .jpeg()
      .toBuffer()
    await page.locator('summary', { hasText: 'Cover photo' }).click()
    await page.locator('#cover input[type="file"]').setInputFiles({ name: 'loaf.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByLabel('What does the photo show?').fill('A round loaf on a table')
    await page.getByLabel('From the left').waitFor()
    await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
    await page.goto('/studio/courses/bread/overview')
    await page.getByLabel('Price in US dollars').fill('29')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Ready to sell').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await page.getByRole('heading', { name: 'On sale' }).waitFor()

    const courses = join(folder, 'my-courses')
    await u({ MODE: 'demo', DATA_DIR: server.dataDir }, 'export', courses, '--own')
    expect((await readdir(join(courses, 'courses'))).filter((name) => name.endsWith('.yaml'))).toEqual(['bread.yaml'])

    const [proxy, stripeProxy, double] = [await startTlsProxy(), await startTlsProxy(), await startStripe()]
    stripeProxy.forwardTo(double.url)
    const certificate = join(folder, 'stripe.pem')
    await writeFile(certificate, stripeProxy.certificate)
    const settings = {
      NODE_EXTRA_CA_CERTS: certificate,
      MODE: 'production',
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      MAIL_DELIVERY: 'none',
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: stripeProxy.url,
    }
    const school = await startServer(settings)
    try {
      proxy.forwardTo(school.url)
      double.route = routeTo(school.url, 'plain')
      const ofSchool = { ...settings, DATA_DIR: school.dataDir }
      expect(await u(ofSchool, 'admin', OWNER)).toContain('/set-password?admin=1#token=')
      await u(ofSchool, 'import', courses, '--creator', OWNER)

      const { context, page: visitor } = await launchBrowser({ baseURL: proxy.url, trustsEveryCertificate: true })
      await standInForStripe(context, double)
      // The worker makes the sizes of the picture soon after the import. Until then its place shows the drawn poster.
      const html = await (await context.request.get('/bread-at-home')).text()
      const picture = /\/images\/bread\/[\w-]+\.avif/.exec(html)?.[0] ?? ''
      const getType = async () => (await context.request.get(picture)).headers()['content-type']
      expect(await getType()).toMatch(/^image\/(svg\+xml|avif)/)
      await expect.poll(getType, { timeout: 120_000 }).toBe('image/avif')
      await visitor.goto('/bread-at-home')
      await visitor.getByRole('img', { name: 'A round loaf on a table' }).first().waitFor()
      await visitor.getByText('Mix and rest').first().waitFor()
      await visitor
        .getByRole('link', { name: /^Start today/ })
        .first()
        .click()
      await visitor.waitForURL('**/checkout/BREAD')
      await visitor.locator('main [name="email"]').fill('stella.stranger@post.test')
      await visitor.locator('main [name="name"]').fill('Stella Stranger')
      await visitor.locator('main [name="terms"]').check()
      await visitor.locator('[data-card="there"]').waitFor()
      await visitor
        .frameLocator('[title="Secure payment input frame"]')
        .getByLabel('Card number')
        .fill('4242 4242 4242 4242')
      await payButton(visitor).click()
      await visitor.waitForURL('**/order/*')
      await visitor.getByText('Complete', { exact: true }).first().waitFor()
      await visitor.getByText('This site can’t send e-mails yet').waitFor()
      expect([...double.books.intents.values()].at(-1)).toMatchObject({ amount: 2900, status: 'succeeded' })
      expect(await u(ofSchool, 'audit')).toContain('No violation.')
    } finally {
      await double.post.rest()
      await school.dispose()
      await Promise.all([double.close(), proxy.close(), stripeProxy.close()])
      await rm(folder, { recursive: true, force: true })
    }
  },
)
