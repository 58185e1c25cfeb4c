import { describe, expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

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
