import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { encodeFilm, type OddFilm } from './odd-films.ts'
import { createPlayerDriver } from './player-driver.ts'
import type { PlayerSite } from './player-site.ts'

/** Encodes a film as the server does, and plays it in the player from its start to its end, at twice its speed. */
export async function playFilmToEnd(
  { ffmpeg, site, page, root }: { ffmpeg: Ffmpeg; site: PlayerSite; page: Page; root: string },
  film: OddFilm,
): Promise<void> {
  const { folder, inspect, rendition } = await encodeFilm(ffmpeg, film, root)
  const address = folder.slice(root.length + 1)
  site.media = { source: { kind: 'hls', playlist: `GRANT/${address}/master.m3u8` }, tracks: [] }
  const player = createPlayerDriver(page)
  await player.start()
  const end = await page.evaluate(async () => {
    const video = document.querySelector('video')!
    video.playbackRate = 2
    // A player that stops before the end never says that it has ended, and the test’s time runs out.
    if (!video.ended) await new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }))
    return { seconds: video.currentTime, length: video.duration, buffered: video.buffered.length }
  })
  const frame = 1 / rendition.framesPerSecond
  expect(Math.abs(end.seconds - film.seconds)).toBeLessThanOrEqual(2 * frame)
  expect(Math.abs(end.seconds - inspect.durationMs / 1000)).toBeLessThanOrEqual(frame)
  expect(Math.abs(end.length - end.seconds)).toBeLessThanOrEqual(frame)
  expect(end.buffered).toBe(1)
}
