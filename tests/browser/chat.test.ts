import { cp, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import routes from '../../src/routes.ts'
import type { Journey } from '../support/browser.ts'
import { test } from '../support/browser-test.ts'
import { untilHydrated } from '../support/hydrated.ts'
import { linkIn, newestMail } from '../world/mailbox.ts'
import type { RunningServer } from '../world/server.ts'

/** docs/specification.md §2, to the letter. */
const TEN = [
  '/about-us',
  '/subscribe',
  '/faq',
  '/privacy',
  '/enrollment-terms',
  '/creators',
  '/impact',
  '/trainers',
  '/business',
  '/how-it-works',
]
/** Values for the variable parts of an address. */
const SAMPLES: Record<string, string> = {
  ':instructor': 'nina-reyes',
  ':workshop': 'phone-film-weekend',
  ':offerCode': 'NG',
  ':orderId': '00000000-0000-4000-8000-000000000000',
  ':provider': 'google',
  ':step': 'start',
  ':file': 'NG.svg',
  '*': 'nobody/is/here',
}

let pages: string
test.override('serverSettings', () => ({ PAGES_DIR: pages }))

test.beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'understudy-pages-'))
  await cp('content/pages', pages, { recursive: true })
})
test.afterAll(async () => {
  await rm(pages, { recursive: true, force: true })
})

const widgetsAt = async (server: RunningServer, path: string) =>
  [...(await (await fetch(server.url + path)).text()).matchAll(/id="chat-widget"/g)].length

test.for(TEN)('%s has the chat widget in its HTML, once', async (path, { server }) => {
  expect(await widgetsAt(server, path)).toBe(1)
  expect(await widgetsAt(server, `${path.toUpperCase()}/`)).toBe(1)
})

test('without third-party services, there is no consent question', async ({ server }) => {
  const html = await (await fetch(`${server.url}/faq`)).text()
  expect(html).not.toMatch(/third-party|data-consent-bar/)
})

test('all other pages have no chat widget, including the 404 and the 500', async ({ server }) => {
  const fixed = routes.map(({ path = '' }) => `/${path}`).filter((path) => !TEN.includes(path))
  const others = fixed.map((path) => path.replace(/:\w+|\*/g, (part) => SAMPLES[part] ?? 'NG'))
  for (const path of [...others, '/mika-osei/phone-film-weekend', '/nobody-here'])
    expect([path, await widgetsAt(server, path)]).toEqual([path, 0])

  // A page that is asked for by POST is made anew, and this one has lost its text.
  await rm(join(pages, 'impact.md'))
  const form = new URLSearchParams({ email: 'ivy@understudy.test', message: 'x' })
  const broken = await fetch(`${server.url}/impact`, { method: 'POST', body: form })
  expect([broken.status, (await broken.text()).includes('id="chat-widget"')]).toEqual([500, false])
  // The next tests read the page, which is no longer cached if data of the site changed meanwhile.
  await cp('content/pages/impact.md', join(pages, 'impact.md'))
})

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_how, javaScriptEnabled) => {
  let own: Journey
  test.beforeAll(async ({ launchBrowser }) => {
    own = await launchBrowser({ javaScriptEnabled, width: 360 })
  })

  test('a message is sent by keyboard; a fault is shown at its field, and the input stays', async () => {
    const { page } = own
    own.allowedFaults.push(/status of 400/)
    await page.goto('/how-it-works')
    const widget = page.locator('#chat-widget')
    await widget.locator('summary').focus()
    await page.keyboard.press('Enter')
    const email = widget.getByLabel('E-mail')
    const box = widget.getByLabel('What would you like to know?')
    await email.fill('ivy@tan')
    await box.fill('Is there a weekend course?\nI am in Cebu.')
    await widget.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await widget.getByText('Please enter a valid email address').waitFor()
    expect([await email.inputValue(), await box.inputValue()]).toEqual([
      'ivy@tan',
      'Is there a weekend course?\nI am in Cebu.',
    ])

    await email.fill(`ivy.${javaScriptEnabled}@understudy.test`)
    await widget.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await widget.getByRole('status').filter({ hasText: 'We’ll answer by e-mail.' }).waitFor()
    expect(await box.inputValue()).toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

test('offline and after a failure the form says so and keeps the message, also over a reload; Esc closes it', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const { context } = browser
  await page.goto('/faq')
  const widget = page.locator('#chat-widget')
  await widget.getByText('Ask us', { exact: true }).click()
  await widget.getByLabel('E-mail').fill('off@understudy.test')
  const box = widget.getByLabel('What would you like to know?')
  await box.fill('Do you take cheques?')
  // Being offline would keep the form from being hydrated.
  await untilHydrated(page)
  await context.setOffline(true)
  await widget.getByRole('button').click()
  await widget.getByText('You’re offline.').waitFor()
  await context.setOffline(false)
  await page.route('**/support-messages', (route) => route.abort())
  await widget.getByRole('button').click()
  await widget.getByText('Something went wrong. We’ve kept your message.').waitFor()
  await page.unroute('**/support-messages')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  expect(await widget.locator('summary').evaluate((part) => part === document.activeElement)).toBe(true)

  await page.reload()
  await widget.getByText('Ask us', { exact: true }).click()
  await expect.poll(() => box.inputValue()).toBe('Do you take cheques?')
})

test('text typed before the form’s script has loaded is kept, also over a reload', async ({ page }) => {
  await page.route('**/assets/island-parts*', () => {})
  await page.goto('/impact')
  const widget = page.locator('#chat-widget')
  const box = widget.getByLabel('What would you like to know?')
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await widget.getByText('Ask us', { exact: true }).click()
  await box.pressSequentially('Who pays')
  await page.reload()
  await widget.getByText('Ask us', { exact: true }).click()
  expect(await box.inputValue()).toBe('Who pays')
  await box.press('End')
  await box.pressSequentially(' for it?')
  await page.unroute('**/assets/island-parts*')
  await page.reload()
  await widget.getByText('Ask us', { exact: true }).click()
  await page.waitForLoadState('networkidle')
  expect(await box.inputValue()).toBe('Who pays for it?')
  await page.evaluate(() => sessionStorage.clear())
})

test('the slash key opens the search, until it is switched off in the footer for every page', async ({ page }) => {
  await page.goto('/faq')
  const search = page.getByLabel('Search the answers')
  await search.waitFor()
  await page.keyboard.press('/')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Turn off the / key' }).press('Enter')
  await page.goto('/')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'Turn on the / key' }).waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.getByRole('button', { name: 'Turn on the / key' }).click()
  await page.locator('h1').click()
  await page.keyboard.press('/')
  expect(await page.getByLabel('Search the courses').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a search without an answer offers a link that opens the chat widget', async ({ page }) => {
  await page.goto('/faq')
  const box = page.locator('#chat-widget').getByLabel('What would you like to know?')
  await page.getByLabel('Search the answers').fill('zebra')
  await page.getByRole('link', { name: 'Ask us instead' }).click()
  await box.waitFor({ state: 'visible' })
  await page.getByLabel('Search the answers').fill('refund')
  await page.getByRole('link', { name: 'Ask us instead' }).waitFor({ state: 'hidden' })
})

test('a body that is longer than any message is refused before it is read', async ({ server }) => {
  const form = new URLSearchParams({ email: 'long@understudy.test', message: 'x'.repeat(300_000) })
  expect((await fetch(`${server.url}/faq`, { method: 'POST', body: form })).status).toBe(413)
  // Without a word on how long it is.
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const pendingRequest = request(`${server.url}/faq`, { method: 'POST' }, (answer) =>
    resolve(answer.resume().statusCode ?? 0),
  )
  pendingRequest.on('error', reject).write('message=x')
  pendingRequest.end()
  expect(await promise).toBe(413)
})

test('the mailed answer links to the whole conversation, which needs no account and accepts another message', async ({
  server,
  page,
}) => {
  const call = async (path: string, body?: object, token?: string) =>
    (
      await fetch(`${server.url}/api/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json() as Promise<ReturnType<typeof JSON.parse>>
  const email = 'mail.me@understudy.test'
  await call('support-messages', { email, message: 'May I bring my dog?', page: '/faq' })
  const login = { email: 'admin@understudy.test', password: 'understudy-demo', isCommunityAdmin: true }
  const { token } = await call('log-in', login)
  const { data } = await call('support-inbox', undefined, token)
  const { conversationId } = data.conversations.find((row: { email: string }) => row.email === email)
  await call(`support-inbox/${conversationId}/answers`, { message: 'Yes, if it is quiet.' }, token)

  const link = linkIn(await newestMail(server.url, email), 'support')
  const answer = await page.goto(link)
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await page.getByText('Yes, if it is quiet.').waitFor()
  await page.getByLabel('Your reply').fill('It is a very quiet dog.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('We’ll answer by e-mail.').waitFor()
  await page.getByText('It is a very quiet dog.').waitFor()
  expect((await call(`support-inbox/${conversationId}`, undefined, token)).data.state).toBe('open')

  await page.goto('/support')
  await page.getByRole('heading', { name: 'This link isn’t valid' }).waitFor()
})

test('a visitor who writes too often is told to wait, and the message is kept', async ({ browser, server, page }) => {
  browser.allowedFaults.push(/status of 429/)
  await page.goto('/faq')
  for (let count = 0; count < 20; count++)
    await fetch(`${server.url}/api/v1/support-messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'often@understudy.test', message: `${count}`, page: '/faq' }),
    })
  const widget = page.locator('#chat-widget')
  await widget.getByText('Ask us', { exact: true }).click()
  await widget.getByLabel('E-mail').fill('often@understudy.test')
  const box = widget.getByLabel('What would you like to know?')
  await box.fill('And another')
  await widget.getByRole('button').click()
  await widget.getByText(/Too many attempts.* Try again in \d+ minutes/).waitFor()
  expect(await box.inputValue()).toBe('And another')
})
