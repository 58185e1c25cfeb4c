import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listOverweight, weigh } from '../../tools/budgets/weigh.ts'
import { findBrowser } from '../../tools/find-browser.ts'
import { test } from '../support/browser-test.ts'
import { findDeclaration } from '../support/declared-routes.ts'
import { LISTED_PAGES } from '../support/listed-pages.ts'

/** docs/contract.md §8: each course's pages and the state it is in. */
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

test('every course page of the demo is complete and shows its state', async ({ server, page }) => {
  for (const [path, state] of PAGES) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect(answer?.headers()['content-security-policy'], path).toContain("script-src 'self';")
    expect(answer?.headers()['x-content-type-options'], path).toBe('nosniff')
    expect(await page.locator(`[data-course-state="${state}"]`).count(), path).toBeGreaterThan(0)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en-GB')
    expect(await page.title(), path).not.toBe('')
  }
  const drawn = (number: number) => fetch(`${server.url}/art/NG-work-${number}.svg`)
  expect((await drawn(3)).headers.get('content-type')).toContain('svg')
  expect((await drawn(4)).status).toBe(404)
})

test('every page refuses plain text as script or HTML', async ({ browser, page }) => {
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
    await opened.goto(path)
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
})

test('every page contains the stylesheets of all its parts', async ({ server }) => {
  const built = 'build/client/assets'
  const names = (await readdir(built)).filter((name) => name.endsWith('.css'))
  const stylesheets = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(built, name), 'utf8')] as const)),
  )
  const hasRule = (css: string, name: string) => css.includes(`.${name}`)
  for (const { path } of LISTED_PAGES) {
    const html = await fetch(server.url + path).then((answer) => answer.text())
    const links = html.matchAll(/<link(?![^>]*disabled)[^>]*rel="stylesheet"[^>]*href="\/assets\/([\w.-]+)/g)
    const within = html.matchAll(/<style>(.*?)<\/style>/gs)
    const css = [
      ...[...within].map(([, text]) => text!),
      ...[...links].map(([, name]) => stylesheets.get(name!)!),
    ].join('')
    const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all]) => all!.split(' ')))
    const bare = [...classes].filter(
      (name) => !hasRule(css, name) && [...stylesheets.values()].some((one) => hasRule(one, name)),
    )
    expect(bare, path).toEqual([])
  }
})

test('the browser’s build has the styles of every part that the server draws', async () => {
  const built = 'build/client/assets'
  const names = (await readdir(built)).filter((name) => name.endsWith('.css'))
  const css = (await Promise.all(names.map((name) => readFile(join(built, name), 'utf8')))).join('')
  const server = await readFile('build/server/index.js', 'utf8')
  const modules = [...server.matchAll(/var (\w+)_module_default\S* = \{([^}]*)\}/g)]
  const bare = modules.filter(
    ([, , classes]) => !classes!.match(/[\w-]+(?=")/g)?.some((name) => css.includes(`.${name}`)),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(bare.map(([, name]) => name)).toEqual([])
})

/** A circle can run a file before the file that it needs, which stops the page. */
test('no built script files import each other in a circle', async () => {
  const built = 'build/client/assets'
  const names = (await readdir(built)).filter((name) => name.endsWith('.js'))
  const imports = new Map(
    await Promise.all(
      names.map(async (name) => {
        const script = await readFile(join(built, name), 'utf8')
        return [name, [...script.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(([, file]) => file!)] as const
      }),
    ),
  )
  const reach = (name: string, seen = new Set<string>()): Set<string> => {
    for (const file of imports.get(name) ?? []) if (!seen.has(file)) reach(file, seen.add(file))
    return seen
  }
  expect(imports.get(names.find((name) => name.startsWith('root-'))!)).not.toEqual([])
  expect(names.filter((name) => reach(name).has(name))).toEqual([])
})

test('no page that sells exceeds its weight budget', async ({ server }) => {
  const pages = LISTED_PAGES.filter(({ path, after }) => !after && findDeclaration(path).budget === 'checkout')
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['checkout', 'buying a gift card']))
  const phone = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  const faults: string[] = []
  try {
    for (const listed of pages) {
      const weight = await weigh(phone, server.url, listed)
      for (const kind of listOverweight(weight, listed))
        faults.push(`${listed.name}: ${weight[kind].toFixed(1)} kB of ${kind}`)
    }
  } finally {
    await phone.close()
  }
  expect(faults).toEqual([])
})

test('no page is wider than its screen', async ({ page }) => {
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
      await page.goto(path)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width)
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('an unknown page is a 404 with links to courses', async ({ browser, page }) => {
  const answer = await page.goto('/nobody-here')
  expect(answer?.status()).toBe(404)
  expect(await page.locator('main a[href^="/"]').count()).toBeGreaterThanOrEqual(3)
  browser.faults.length = 0
})

describe('the log-in modal', () => {
  test('opens over a page with scripts switched off, and closes by Esc', async ({ launchBrowser }) => {
    const bare = await launchBrowser({ javaScriptEnabled: false })
    await bare.page.goto('/nina-reyes')
    await bare.page.getByRole('button', { name: 'Log in' }).first().click()
    await bare.page.locator('dialog#log-in').waitFor({ state: 'visible' })
    await bare.page.keyboard.press('Escape')
    await bare.page.locator('dialog#log-in').waitFor({ state: 'hidden' })
    await bare.close()
  })

  test('opens by keyboard, closes by Esc, and returns the focus', async ({ page }) => {
    await page.goto('/nina-reyes')
    const opener = page.getByRole('button', { name: 'Log in' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog#log-in')
    await dialog.waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('sent before React has loaded, shows the faults of the fields and the server’s message, and stores nothing', async ({
    browser,
    page,
  }) => {
    await page.goto('/?login=1')
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
