/** Films whose sound and picture do not fit, as people upload them, in the lesson player (needs FFMPEG). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Journey, launchBrowser } from '../../support/browser.ts'
import { getTestFfmpeg } from '../../support/ffmpeg.ts'
import { ODD_FILMS } from '../../support/odd-films.ts'
import { playFilmToEnd } from '../../support/play-to-end.ts'
import { type PlayerSite, startPlayerSite } from '../../support/player-site.ts'

const ffmpeg = await getTestFfmpeg()

describe.skipIf(!ffmpeg)('odd films (needs FFMPEG)', () => {
  const root = mkdtempSync(join(tmpdir(), 'understudy-odd-films-'))
  let site: PlayerSite
  let browser: Journey
  beforeAll(async () => {
    site = await startPlayerSite(root, {})
    browser = await launchBrowser({ baseURL: site.url })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.dispose()
    rmSync(root, { recursive: true })
  })

  test.each(ODD_FILMS.map((film) => [film.name, film] as const))(
    'a film with %s plays to its end, after the seconds that it lasts',
    async (_name, film) => {
      await playFilmToEnd({ ffmpeg: ffmpeg!, site, page: browser.page, root }, film)
      expect(browser.faults.splice(0)).toEqual([])
    },
  )
})
