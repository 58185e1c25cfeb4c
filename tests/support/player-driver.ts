/** Drives the player on the page of tests/support/player-site.ts. */
import type { Page } from 'playwright-core'

export type PlayerDriver = ReturnType<typeof createPlayerDriver>

export function createPlayerDriver(page: Page) {
  const open = (query = '') => page.goto(`/?${query}`)
  const playsPast = (seconds: number) =>
    page.waitForFunction((after) => {
      const video = document.querySelector('video')
      return video !== null && !video.paused && !video.seeking && video.currentTime > after
    }, seconds)
  /** The controls of a playing film leave after 3 seconds, and then take no click. */
  const wakeControls = () => page.locator('video').hover()
  return {
    open,
    playsPast,
    async start(query = '') {
      await open(query)
      await page.getByRole('button', { name: /^Play:/ }).click()
      await playsPast(0)
    },
    /** The second that was left. */
    seekTo: (seconds: number) =>
      page.evaluate((to) => {
        const video = document.querySelector('video')!
        const left = video.currentTime
        video.currentTime = to
        return left
      }, seconds),
    position: () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1),
    video: () =>
      page.evaluate(() => {
        const { paused, muted, volume, playbackRate, videoHeight } = document.querySelector('video')!
        return { paused, muted, volume, playbackRate, videoHeight }
      }),
    wakeControls,
    async openSettings() {
      await wakeControls()
      await page.getByRole('button', { name: /^Settings/ }).click()
    },
    status: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}
