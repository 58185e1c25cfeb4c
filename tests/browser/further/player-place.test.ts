/** The place of the player on a screen: wholly visible on a phone that lies, and nothing moves when it plays. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'

const LESSON = '/portal/courses/mcom/lessons/first-seconds'
const PLAYER_SCRIPT = /\/assets\/player-[^/]+\.js$/

test.for([
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])(
  'at $width × $height the player is wholly visible, and a press of play moves nothing',
  async (size, { server, page }) => {
    await page.setViewportSize(size)
    await enterAs(page.context(), server.url, 'learner')
    const { promise: released, resolve: releaseScript } = Promise.withResolvers<void>()
    await page.route(PLAYER_SCRIPT, (route) => released.then(() => route.continue()))
    await page.goto(LESSON)
    const play = page.getByRole('button', { name: /^Play:/ })
    await play.waitFor()
    const before = await measure(page)
    releaseScript()
    await page.locator('section[aria-label^="Video"]').waitFor()
    expect(await measure(page)).toEqual(before)
    expect(before.bottom - before.top).toBeLessThanOrEqual(before.barStart - before.headHeight)
    // The narrowest screens scroll past the name of the site.
    if (size.width >= 640) expect(before.bottom).toBeLessThanOrEqual(size.height)
    await play.click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
    await page.getByRole('navigation', { name: 'Chapters' }).waitFor()
    expect(await measure(page)).toEqual(before)
  },
)

/** The player, the head and the bar that stay above and below it, and the title of the lesson. Pixels from the start of the page. */
function measure(page: Page) {
  return page.evaluate(() => {
    const find = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    const player = find('section[aria-label^="Video"], :has(> img):has(> button[aria-label^="Play:"])')
    return {
      top: Math.round(player.top + scrollY),
      bottom: Math.round(player.bottom + scrollY),
      width: Math.round(player.width),
      headHeight: Math.round(find('header:has([aria-label^="Back to"])').height),
      barStart: Math.round(find('nav[aria-label="Portal, phone"]').top) || innerHeight,
      title: Math.round(find('h1').top + scrollY),
    }
  })
}
