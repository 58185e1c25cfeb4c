/** A look at a page of each kind. `npm run u -- prove axe` looks at them all, and `npm run u -- prove axe --keyboard` walks them all. */
import { expect } from 'vitest'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { findLayoutShifts, findOverflows } from '../../support/fit.ts'
import { findKeyboardFaults } from '../../support/keyboard.ts'
import { LISTED_PAGES } from '../../support/listed-pages.ts'

test.override('browserOptions', { width: 360 })

const SAMPLE = ['home', 'course, open', 'course, full', 'log-in over a page, faults', 'checkout', 'portal, stranger']

test('axe finds no fault on a page of each kind in dark mode on a phone; the page fits 320 px and has no motion', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const { name, path, after } of LISTED_PAGES.filter((listed) => SAMPLE.includes(listed.name))) {
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await after?.(page)
    expect([name, await findAxeFaults(page)]).toEqual([name, []])
    await page.setViewportSize({ width: 320, height: 900 })
    expect([name, await findOverflows(page), await findLayoutShifts(page)]).toEqual([name, [], []])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 360, height: 900 })
})

test.for(['/nina-reyes', '/mo-tikaram'])(
  'the keyboard alone reaches every control of %s, with a ring around it and nothing before it',
  async (path, { page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await findKeyboardFaults(page)).toEqual([])
  },
)
