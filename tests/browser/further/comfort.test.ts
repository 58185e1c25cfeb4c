import { expect } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { test } from '../../support/browser-test.ts'

const PAGES = [
  '/',
  '/?q=cooking',
  '/nina-reyes',
  '/mo-tikaram',
  '/_ph/nina-reyes',
  '/mika-osei/phone-film-weekend',
  '/faq',
  '/no-such-page',
]
const APP_PAGES = ['/portal', '/login', '/forget-password', '/?login=sign-up']
/** Their texts flow in one column, so that a few widths are enough. */
const TEXT_WIDTHS = [360, 768, 992]

test.beforeEach(async ({ browser, page }) => {
  browser.allowedFaults.push(/no-such-page: .* status of 404/)
  await page.emulateMedia({ reducedMotion: null, forcedColors: null })
})

test.for([360, 479, 480, 639, 640, 767, 768, 991, 992, 1199, 1200])(
  'at %i px no page is wider than its screen',
  async (width, { page }) => {
    await page.setViewportSize({ width, height: 800 })
    const texts = TEXT_WIDTHS.includes(width) ? INFORMATION_PAGES.map((name) => `/${name}`) : []
    for (const path of [...PAGES, ...APP_PAGES, ...texts]) {
      await page.goto(path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
    }
  },
)

test('with reduced motion nothing moves, not even the rail and the dialog', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .flatMap((element) =>
            [null, '::before', '::after', '::backdrop'].map((part) => getComputedStyle(element, part)),
          )
          .filter(
            ({ transitionDuration, animationDuration, animationName, scrollBehavior }) =>
              /[1-9]/.test(transitionDuration) ||
              (animationName !== 'none' && /[1-9]/.test(animationDuration)) ||
              scrollBehavior === 'smooth',
          ).length,
    )
  await page.goto('/')
  expect(await moving()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [...PAGES, '/?login=1', '/login']) {
    await page.goto(path)
    expect([path, await moving()]).toEqual([path, 0])
  }
})

test('in forced colours every button has its edge, and the selected choice is marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/?delivery=live')
  const edges = await page
    .locator('main a, main button')
    .evaluateAll((all) =>
      all.filter((one) => /button/.test(one.className)).map((one) => getComputedStyle(one).borderTopStyle),
    )
  expect(edges.length).toBeGreaterThan(2)
  expect(new Set(edges)).toEqual(new Set(['solid']))
  const [chosen, other] = await Promise.all(
    ['live', 'on-demand'].map((value) =>
      page.locator(`label:has([value="${value}"])`).evaluate((label) => getComputedStyle(label).backgroundColor),
    ),
  )
  expect(chosen).not.toBe(other)
})
