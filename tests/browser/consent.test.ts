import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { buy } from '../buyer.ts'
import { openThirdParty, type ThirdParty } from '../providers/third-party.ts'
import { type RunningServer, startServer } from '../server.ts'

let tags: ThirdParty
let chat: ThirdParty
let server: RunningServer
let browser: Journey
let page: Page
beforeAll(async () => {
  tags = await openThirdParty()
  chat = await openThirdParty()
  server = await startServer({
    TAG_MANAGER_URL: `${tags.origin}/tags.js?id=T-1`,
    AFFILIATE_SCRIPT_URL: `${tags.origin}/affiliate.js`,
    AFFILIATE_ANSWER: 'Friends.referral',
    CHATWOOT_URL: chat.origin,
    CHATWOOT_TOKEN: 'site-1',
  })
}, 180_000)
afterAll(async () => {
  await server?.dispose()
  await Promise.all([tags?.close(), chat?.close()])
})
/** Everybody begins as a stranger whom nobody has asked yet. */
beforeEach(async () => {
  for (const { asked } of [tags, chat]) asked.length = 0
  browser = await openBrowser()
  page = browser.page
})
afterEach(() => browser?.close())

const bar = () => page.getByRole('region', { name: 'Cookie choices' })
const say = (name: 'Yes, you may' | 'No, thank you') => page.getByRole('button', { name }).click()
const choices = () => page.getByRole('button', { name: 'Cookie choices' })
const events = () => tags.asked.filter((path) => path.startsWith('/collect')).map((path) => path.split('event=')[1])
const remembered = () => page.evaluate(() => localStorage.getItem('attribution'))

test('before an answer and after a no, nothing of others is loaded and nothing outlasts the visit', async () => {
  await page.goto(`${server.url}/?utm_source=post`)
  await bar().waitFor()
  await page.goto(`${server.url}/faq`, { waitUntil: 'networkidle' })
  expect(await remembered()).toBeNull()
  await say('No, thank you')
  await bar().waitFor({ state: 'hidden' })
  await page.reload({ waitUntil: 'networkidle' })
  expect(await bar().isVisible()).toBe(false)
  expect([tags.asked, chat.asked, await remembered()]).toEqual([[], [], null])
  expect(browser.faults).toEqual([])
})

test('a yes by keyboard loads them, on public pages alone, and remembers the visit in another tab', async () => {
  await page.goto(`${server.url}/?utm_source=post`)
  await bar().waitFor()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.textContent)
    if (label === 'Yes, you may') break
  }
  await page.keyboard.press('Enter')
  await expect.poll(events).toEqual(['gtm.js&course='])
  expect(tags.asked).toContain('/tags.js?id=T-1')
  expect(JSON.parse((await remembered()) ?? '{}')).toMatchObject({ first: { source: 'post' } })
  expect(chat.asked).toEqual([])

  const other = await browser.context.newPage()
  await other.goto(`${server.url}/nina-reyes`)
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('attribution'))).toContain('post')
  await other.close()

  for (const path of [
    '/portal',
    '/login',
    '/checkout/NG-2027-01',
    '/order/none',
    '/forget-password',
    '/support',
    '/dev/mail',
  ]) {
    for (const { asked } of [tags, chat]) asked.length = 0
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    expect([path, tags.asked, chat.asked]).toEqual([path, [], []])
    expect([path, await page.locator('meta[name="third-party"]').count()]).toEqual([path, 0])
  }
  expect(browser.faults.filter((fault) => !/status of 40[14]/.test(fault))).toEqual([])
})

test('while an admin is logged in nothing of others is loaded, and a page that has loaded it lets go first', async () => {
  await page.goto(server.url)
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)

  const other = await browser.context.newPage()
  await other.goto(`${server.url}/login`)
  await other.locator('main [name="email"]').fill('admin@understudy.test')
  await other.locator('main [name="password"]').fill('understudy-demo')
  // What a script of others would do: look for the tokens as often as it can, for as long as its page lives.
  await page.evaluate(() => {
    const look = () => {
      if (localStorage.getItem('admin_access_token')) sessionStorage.setItem('stolen', 'yes')
    }
    setInterval(look, 1)
    addEventListener('storage', look)
  })
  await other.keyboard.press('Enter')
  await other.waitForURL('**/portal')
  expect(await other.evaluate(() => localStorage.getItem('admin_access_token'))).not.toBeNull()
  await page.waitForFunction(() => !('dataLayer' in window) && document.readyState === 'complete')
  expect(await page.evaluate(() => sessionStorage.getItem('stolen'))).toBeNull()
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)

  tags.asked.length = 0
  for (const path of ['/', '/faq', '/nina-reyes']) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    expect([path, tags.asked, chat.asked]).toEqual([path, [], []])
  }
  await other.close()
})

test('what an order came to is told by the next page that may; a lead at once', async () => {
  await page.goto(`${server.url}/vera-falk`)
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)
  await page.locator('#coming-soon').getByLabel('E-mail').fill('tagged@understudy.test')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect.poll(() => events().at(-1)).toMatch(/^lead&course=VFX/)

  const email = 'learner@understudy.test'
  const { orderId, outcome } = await buy(server.url, 'NSPR', email)
  expect(outcome).toBe('complete')
  await page.goto(`${server.url}/portal`)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'My courses' }).waitFor()
  await page.goto(`${server.url}/order/${orderId}`)
  await page.waitForFunction(() => sessionStorage.getItem('conversions'))
  for (const path of ['/', '/faq', `/order/${orderId}`, '/'])
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
  const told = events().filter((event) => event?.startsWith('enrol_complete'))
  expect(told).toEqual([expect.stringMatching(/^enrol_complete&course=NSPR-/)])
})

test('a link to the checkout is told of first, and goes on after 600 ms where the tag manager is silent', async () => {
  await page.clock.install()
  await page.goto(`${server.url}/nina-reyes`)
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)
  await page.evaluate(() => Reflect.set(window, 'neverCallsBack', true))
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.locator('main a[href^="/checkout/"]').first().click()
  await expect.poll(events).toHaveLength(2)
  await page.clock.runFor(590)
  expect(new URL(page.url()).pathname).toBe('/nina-reyes')
  await page.clock.runFor(20)
  await page.waitForURL(/\/checkout\/NG/)
})

test('the affiliate script is asked every two seconds, and its answer goes with the next form', async () => {
  await page.clock.install()
  await page.goto(`${server.url}/vera-falk`)
  await say('Yes, you may')
  await expect.poll(() => tags.asked).toContain('/who')
  await page.waitForFunction(() => Reflect.get(Reflect.get(window, 'Friends') ?? {}, 'referral'))
  expect(await page.evaluate(() => sessionStorage.getItem('attribution'))).toBeNull()
  await page.clock.runFor(2100)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attribution'))).toContain('ref-7')
  await page.locator('#coming-soon').getByLabel('E-mail').fill('sent.by.a.friend@understudy.test')
  const [sent] = await Promise.all([
    page.waitForRequest(/coming-soon-notification/),
    page.getByRole('button', { name: 'Notify me' }).click(),
  ])
  expect(sent.postDataJSON().data.attribution).toEqual({ source: 'affiliate', clickid: 'ref-7' })
})

test('Chatwoot takes the form’s place on the ten pages, and only then; the form stays where it does not come', async () => {
  await page.goto(`${server.url}/faq`)
  const form = page.locator('#chat-widget form')
  expect(await form.count()).toBe(1)
  await page.route('**/packs/js/sdk.js', (route) => route.abort())
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)
  expect(await form.count()).toBe(1)
  browser.faults.length = 0

  await page.unroute('**/packs/js/sdk.js')
  await page.reload()
  await page.locator('#cw-widget-holder iframe').waitFor()
  await expect.poll(() => form.count()).toBe(0)
  expect(await page.locator('#chat-widget').count()).toBe(1)
  expect(chat.asked).toContain('/widget?website_token=site-1')

  chat.asked.length = 0
  for (const path of ['/', '/gift-card']) await page.goto(server.url + path, { waitUntil: 'networkidle' })
  expect(chat.asked).toEqual([])
  expect(browser.faults).toEqual([])
})

test('a yes is taken back in the footer: the page comes back without any of it, and the memory is gone', async () => {
  await page.goto(`${server.url}/?utm_source=post`)
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)
  await choices().click()
  await bar().waitFor()
  expect(await bar().evaluate((part) => part.contains(document.activeElement))).toBe(true)
  const again = page.waitForEvent('load')
  await say('No, thank you')
  await again
  await page.waitForLoadState('networkidle')
  expect(await page.locator('script[src*="tags.js"]').count()).toBe(0)
  expect(await remembered()).toBeNull()
  expect(await bar().isVisible()).toBe(false)
})

test('who has told their browser to say no to all of it is not asked, and may still say yes', async () => {
  await page.addInitScript(() => Reflect.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(server.url, { waitUntil: 'networkidle' })
  expect([await bar().isVisible(), tags.asked]).toEqual([false, []])
  await choices().click()
  await say('Yes, you may')
  await expect.poll(events).toHaveLength(1)
})
