import { chromium } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listOverweight, weigh } from '../../../tools/budgets/weigh.ts'
import { findBrowser } from '../../../tools/find-browser.ts'
import { test } from '../../support/browser-test.ts'
import { findDeclaration } from '../../support/declared-routes.ts'
import { LISTED_PAGES } from '../../support/listed-pages.ts'

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
