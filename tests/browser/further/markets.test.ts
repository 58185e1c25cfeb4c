import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

test.override('browserOptions', { timezoneId: 'America/New_York' })

test('the Philippine page shows pesos first, the charge in dollars, and times in Manila, for every visitor', async ({
  page,
  server,
}) => {
  const answer = await page.goto('/_ph/nina-reyes')
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  expect(await page.locator('html').getAttribute('lang')).toBe('en-PH')
  expect(await page.locator('h1').count()).toBe(1)

  const card = page.getByRole('complementary', { name: 'Price and next date' })
  const first = card.locator('[data-amount]').first()
  expect([await first.getAttribute('data-amount'), await first.getAttribute('data-currency')]).toEqual([
    '23300.00',
    'PHP',
  ])
  expect(
    await card
      .getByRole('list', { name: /Bring friends/ })
      .getByRole('listitem')
      .allInnerTexts(),
  ).toEqual([
    expect.stringMatching(/10% off\s+2 friends/),
    expect.stringMatching(/15% off\s+3 friends/),
    expect.stringMatching(/20% off\s+4 or more/),
  ])
  expect(await card.innerText()).toMatch(/\$399, charged in US dollars/)
  // Each button that leads to the checkout names what is charged.
  const buttons = card.locator('a[href^="/checkout/"]')
  expect(await buttons.first().innerText()).toMatch(/ for\s+\$399$/)
  expect(await buttons.locator('[data-currency]:not([data-currency="USD"])').count()).toBe(0)
  // Noon in London, where the clocks change.
  const { data } = await (await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=NG`)).json()
  const noon = Temporal.Instant.from(data.NG.startsAt).toZonedDateTimeISO('Europe/London').with({ hour: 12, minute: 0 })
  const hour = noon.withTimeZone('Asia/Manila').hour
  expect(await card.innerText()).toMatch(new RegExp(`Next start, Manila time\\s+Tue \\d+ \\w+, ${hour}:00 Manila`))
  expect(await page.locator('main').innerText()).toMatch(/₱58\.40 to the dollar on 2 November 2026/)
  expect(await page.locator('main').innerText()).toContain('after work in Manila')
  expect(await page.locator('footer').innerText()).toMatch(/Philippine pesos, charged in US dollars\s+Times in Manila/)
  await page.mouse.click(2, 2)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('main').innerText()).not.toContain('New York')

  await page.getByRole('link', { name: 'See prices in US dollars only' }).click()
  await page.getByRole('link', { name: 'See it in pesos' }).click()
  await page.waitForURL(/_ph\/nina-reyes$/)
})
