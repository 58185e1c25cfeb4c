import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startThirdParty, type ThirdParty } from '../../providers/third-party.ts'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { buy } from '../../world/buyer.ts'

let tags: ThirdParty
let chat: ThirdParty
test.override('serverSettings', () => ({
  TAG_MANAGER_URL: `${tags.origin}/tags.js?id=T-1`,
  AFFILIATE_SCRIPT_URL: `${tags.origin}/affiliate.js`,
  AFFILIATE_ANSWER: 'Friends.referral',
  CHATWOOT_URL: chat.origin,
  CHATWOOT_TOKEN: 'site-1',
}))

test.beforeAll(async () => {
  tags = await startThirdParty()
  chat = await startThirdParty()
})
test.afterAll(async () => {
  await Promise.all([tags?.close(), chat?.close()])
})
/** Everybody begins as a stranger whom nobody has asked yet. */
test.beforeEach(async () => {
  for (const { requests } of [tags, chat]) requests.length = 0
})

const bar = (page: Page) => page.getByRole('region', { name: 'Cookie choices' })
const say = (page: Page, name: 'Yes, allow' | 'No, thanks') => page.getByRole('button', { name }).click()
const choices = (page: Page) => page.getByRole('button', { name: 'Cookie choices' })
const events = () => tags.requests.filter((path) => path.startsWith('/collect')).map((path) => path.split('event=')[1])
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('attribution'))

test('before consent and after a refusal, nothing third-party is loaded and nothing outlasts the visit', async ({
  page,
}) => {
  await page.goto('/?utm_source=post')
  await bar(page).waitFor()
  await page.goto('/faq', { waitUntil: 'networkidle' })
  expect(await remembered(page)).toBeNull()
  await say(page, 'No, thanks')
  await bar(page).waitFor({ state: 'hidden' })
  await page.reload({ waitUntil: 'networkidle' })
  expect(await bar(page).isVisible()).toBe(false)
  expect([tags.requests, chat.requests, await remembered(page)]).toEqual([[], [], null])
})

test('consent by keyboard loads third-party scripts, only on public pages, and stores the visit for another tab', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 40[14]/)
  await page.goto('/?utm_source=post')
  await bar(page).waitFor()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.textContent)
    if (label === 'Yes, allow') break
  }
  await page.keyboard.press('Enter')
  await expect.poll(events).toEqual(['gtm.js&course='])
  expect(tags.requests).toContain('/tags.js?id=T-1')
  expect(JSON.parse((await remembered(page)) ?? '{}')).toMatchObject({ first: { source: 'post' } })
  expect(chat.requests).toEqual([])

  const other = await browser.context.newPage()
  await other.goto('/nina-reyes')
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('attribution'))).toContain('post')
  // Both pages have sent all that they send; a request that arrives later would count for the page below.
  await expect.poll(() => tags.requests.filter((path) => /^\/(collect|who)/.test(path))).toHaveLength(4)
  await other.close()

  for (const path of [
    '/portal',
    '/login',
    '/checkout/NG',
    '/order/none',
    '/forget-password',
    '/support',
    '/dev/mail',
  ]) {
    for (const { requests } of [tags, chat]) requests.length = 0
    await page.goto(path, { waitUntil: 'networkidle' })
    expect([path, tags.requests, chat.requests]).toEqual([path, [], []])
    expect([path, await page.locator('meta[name="third-party"]').count()]).toEqual([path, 0])
  }
})

test('while an admin is logged in nothing third-party is loaded, and a page that has loaded it is reloaded first', async ({
  browser,
  page,
}) => {
  await page.goto('/')
  await say(page, 'Yes, allow')
  await expect.poll(events).toHaveLength(1)

  const other = await browser.context.newPage()
  await other.goto('/login')
  await untilHydrated(other)
  await other.locator('main [name="email"]').fill('admin@understudy.test')
  await other.locator('main [name="password"]').fill('understudy-demo')
  // Acts like a third-party script: looks for the tokens as often as it can while its page is open.
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

  tags.requests.length = 0
  for (const path of ['/', '/faq', '/nina-reyes']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect([path, tags.requests, chat.requests]).toEqual([path, [], []])
  }
  await other.close()
})

test('the next page with consent reports the amount of an order; a lead is reported at once', async ({
  server,
  page,
}) => {
  await page.goto('/vera-falk')
  await say(page, 'Yes, allow')
  await expect.poll(events).toHaveLength(1)
  await page.locator('#coming-soon').getByLabel('E-mail').fill('tagged@understudy.test')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect.poll(() => events().at(-1)).toMatch(/^lead&course=VFX/)

  const email = 'learner@understudy.test'
  const { orderId, outcome } = await buy(server.url, 'NSPR', email)
  expect(outcome).toBe('complete')
  await page.goto('/portal')
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'My courses' }).waitFor()
  await page.goto(`/order/${orderId}`)
  await page.waitForFunction(() => sessionStorage.getItem('conversions'))
  for (const path of ['/', '/faq', `/order/${orderId}`, '/']) await page.goto(path, { waitUntil: 'networkidle' })
  const completedEvents = events().filter((event) => event?.startsWith('enrol_complete'))
  expect(completedEvents).toEqual([expect.stringMatching(/^enrol_complete&course=NSPR-/)])
})

test('a click to the checkout is reported first, and continues after 600 ms without a response of the tag manager', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/nina-reyes')
  await say(page, 'Yes, allow')
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

test('the affiliate script is polled every two seconds, and its value is sent with the next form', async ({ page }) => {
  await page.clock.install()
  await page.goto('/vera-falk')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await say(page, 'Yes, allow')
  const getReferral = () => page.evaluate(() => Reflect.get(Reflect.get(window, 'Friends') ?? {}, 'referral'))
  await expect.poll(getReferral).toBe('ref-7')
  expect(await page.evaluate(() => sessionStorage.getItem('attribution'))).toBeNull()
  await page.clock.runFor(2100)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attribution'))).toContain('ref-7')
  await page.clock.resume()
  await page.locator('#coming-soon').getByLabel('E-mail').fill('sent.by.a.friend@understudy.test')
  const [sent] = await Promise.all([
    page.waitForRequest(/coming-soon-notification/),
    page.getByRole('button', { name: 'Notify me' }).click(),
  ])
  expect(sent.postDataJSON().data.attribution).toEqual({ source: 'affiliate', clickid: 'ref-7' })
})

test('Chatwoot replaces the form on its ten pages once it has loaded; otherwise the form stays', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/net::ERR_FAILED/)
  await page.goto('/faq')
  const form = page.locator('#chat-widget form')
  expect(await form.count()).toBe(1)
  await page.route('**/packs/js/sdk.js', (route) => route.abort())
  await say(page, 'Yes, allow')
  await expect.poll(events).toHaveLength(1)
  expect(await form.count()).toBe(1)

  await page.unroute('**/packs/js/sdk.js')
  await page.reload()
  await page.locator('#cw-widget-holder iframe').waitFor()
  await expect.poll(() => form.count()).toBe(0)
  expect(await page.locator('#chat-widget').count()).toBe(1)
  expect(chat.requests).toContain('/widget?website_token=site-1')

  chat.requests.length = 0
  for (const path of ['/', '/gift-card']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(chat.requests).toEqual([])
})

test('consent is withdrawn in the footer: the page reloads without third parties, and the stored data is deleted', async ({
  page,
}) => {
  await page.goto('/?utm_source=post')
  await say(page, 'Yes, allow')
  await expect.poll(events).toHaveLength(1)
  await choices(page).click()
  await bar(page).waitFor()
  expect(await bar(page).evaluate((part) => part.contains(document.activeElement))).toBe(true)
  const again = page.waitForEvent('load')
  await say(page, 'No, thanks')
  await again
  await page.waitForLoadState('networkidle')
  expect(await page.locator('script[src*="tags.js"]').count()).toBe(0)
  expect(await remembered(page)).toBeNull()
  expect(await bar(page).isVisible()).toBe(false)
})

test('a visitor whose browser refuses all tracking is not asked, and may still agree', async ({ server, page }) => {
  await page.addInitScript(() => Reflect.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(server.url, { waitUntil: 'networkidle' })
  expect([await bar(page).isVisible(), tags.requests]).toEqual([false, []])
  await choices(page).click()
  await say(page, 'Yes, allow')
  await expect.poll(events).toHaveLength(1)
})
