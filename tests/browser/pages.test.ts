import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { LISTED_PAGES } from '../listed-pages.ts'
import { type RunningServer, startServer } from '../server.ts'

/** Contract §8: each course's pages and the state it is in. */
const PAGES = [
  ['/nina-reyes', 'open'],
  ['/noor-siddiqi', 'few-seats'],
  ['/course/photography', 'open'],
  ['/daniel-appiah', 'open'],
  ['/mobile-content-creator', 'on-demand'],
  ['/mika-osei/phone-film-weekend', 'open'],
  ['/mo-tikaram', 'full'],
  ['/build-a-business', 'open'],
  ['/tala-uy-cruz', 'open'],
  ['/dita-anand', 'on-demand'],
  ['/vera-falk', 'coming-soon'],
  ['/tomas-adeyemi', 'in-progress'],
  ['/ines-duarte', 'ended'],
] as const

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

test('every course page of the demo is there, in its state, as a page should be', async () => {
  const { page } = browser
  for (const [path, state] of PAGES) {
    const answer = await page.goto(server.url + path)
    expect(answer?.status(), path).toBe(200)
    expect(answer?.headers()['content-security-policy'], path).toContain("script-src 'self';")
    expect(answer?.headers()['x-content-type-options'], path).toBe('nosniff')
    expect(await page.locator(`[data-course-state="${state}"]`).count(), path).toBeGreaterThan(0)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en-GB')
    expect(await page.title(), path).not.toBe('')
  }
  expect(browser.faults).toEqual([])
  const drawn = (number: number) => fetch(`${server.url}/art/NG-made-${number}.svg`)
  expect((await drawn(3)).headers.get('content-type')).toContain('svg')
  expect((await drawn(4)).status).toBe(404)
}, 60_000)

test('every page refuses text where a script or HTML is meant', async () => {
  const { page } = browser
  const paths = [
    '/',
    '/nina-reyes',
    '/faq',
    '/portal',
    '/login',
    '/checkout/NG',
    '/order/none',
    '/support',
    '/dev/mail',
  ]
  for (const path of paths) {
    const opened = await browser.context.newPage()
    await opened.goto(server.url + path)
    const taken = await opened.evaluate(() => {
      const attempts = {
        html: () => Object.assign(document.createElement('div'), { innerHTML: '<b>text</b>' }),
        script: () => Object.assign(document.createElement('script'), { src: '/assets/none.js' }),
        parse: () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
      }
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt()
          return [name]
        } catch {
          return []
        }
      })
    })
    expect([path, taken]).toEqual([path, []])
    await opened.close()
  }
  await page.bringToFront()
  // Chromium reports each attempt.
  browser.faults.splice(0)
}, 60_000)

test('every page comes with the sheets of all that is on it', async () => {
  const built = 'build/client/assets'
  const names = (await readdir(built)).filter((name) => name.endsWith('.css'))
  const sheets = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(built, name), 'utf8')] as const)),
  )
  const hasRule = (css: string, name: string) => css.includes(`.${name}`)
  for (const { path } of LISTED_PAGES) {
    const html = await fetch(server.url + path).then((answer) => answer.text())
    const links = html.matchAll(/<link(?![^>]*disabled)[^>]*rel="stylesheet"[^>]*href="\/assets\/([\w.-]+)/g)
    const within = html.matchAll(/<style>(.*?)<\/style>/gs)
    const css = [...[...within].map(([, text]) => text!), ...[...links].map(([, name]) => sheets.get(name!)!)].join('')
    const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all]) => all!.split(' ')))
    const bare = [...classes].filter(
      (name) => !hasRule(css, name) && [...sheets.values()].some((one) => hasRule(one, name)),
    )
    expect(bare, path).toEqual([])
  }
})

test('no page is wider than its screen', async () => {
  const { page } = browser
  for (const width of [360, 480, 640, 768, 992, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/',
      '/nina-reyes',
      '/mo-tikaram',
      '/portal',
      '/login',
      '/forget-password',
      '/?login=sign-up',
    ]) {
      await page.goto(server.url + path)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width)
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}, 60_000)

test('an unknown page is a 404 with courses to go to', async () => {
  const { page } = browser
  const answer = await page.goto(`${server.url}/nobody-here`)
  expect(answer?.status()).toBe(404)
  expect(await page.locator('main a[href^="/"]').count()).toBeGreaterThanOrEqual(3)
  browser.faults.length = 0
})

describe('the log-in modal', () => {
  test('opens over a page with scripts switched off, and closes by Esc', async () => {
    const bare = await openBrowser({ javaScriptEnabled: false })
    await bare.page.goto(`${server.url}/nina-reyes`)
    await bare.page.getByRole('button', { name: 'Log in' }).first().click()
    await bare.page.locator('dialog#log-in').waitFor({ state: 'visible' })
    await bare.page.keyboard.press('Escape')
    await bare.page.locator('dialog#log-in').waitFor({ state: 'hidden' })
    await bare.close()
  })

  test('opens by keyboard, closes by Esc, and gives the focus back', async () => {
    const { page } = browser
    await page.goto(`${server.url}/nina-reyes`)
    const opener = page.getByRole('button', { name: 'Log in' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog#log-in')
    await dialog.waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('pressed before React has come, shows the fields’ faults and the server’s message, and stores nothing', async () => {
    const { page } = browser
    await page.goto(`${server.url}/?login=1`)
    const dialog = page.locator('dialog#log-in')
    await dialog.waitFor({ state: 'visible' })
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog.getByText('Email is required').waitFor()
    await dialog.locator('[name="email"]').fill('nobody@understudy.test')
    await dialog.locator('[name="password"]').fill('not the password')
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog.getByText('Incorrect email or password.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    browser.faults.length = 0
  })
})
