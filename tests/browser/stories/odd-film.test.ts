/** A film whose sound ends before its picture, in the lesson player. The other odd films are in `odd-films.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser.ts'
import { getTestFfmpeg } from '../../support/ffmpeg.ts'
import { SHORT_SOUND } from '../../support/odd-films.ts'
import { playFilmToEnd } from '../../support/play-to-end.ts'
import { startPlayerSite } from '../../support/player-site.ts'

const ffmpeg = await getTestFfmpeg()

test.skipIf(!ffmpeg)(
  `a film whose sound ends early plays to the end of its picture${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'understudy-odd-film-'))
    const site = await startPlayerSite(root, {})
    const browser = await launchBrowser({ baseURL: site.url })
    await playFilmToEnd({ ffmpeg: ffmpeg!, site, page: browser.page, root }, SHORT_SOUND)
    expect(browser.faults).toEqual([])
    await browser.close()
    await site.dispose()
    rmSync(root, { recursive: true })
  },
)
