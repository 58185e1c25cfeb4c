/** A teacher uploads a film, writes its captions and attaches it as a recording. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storyTest as test } from '../../support/browser-test.ts'
import { getTestFfmpeg, makeMedia } from '../../support/ffmpeg.ts'
import { createPlayerDriver } from '../../support/player-driver.ts'
import { enterAs, logInForTokens } from '../../world/demo-visitor.ts'

const ffmpeg = await getTestFfmpeg()
const PAGE = '/studio/courses/ng/media'
const VTT = 'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nFirst take\n'

test.skipIf(!ffmpeg)(
  `a teacher uploads a film, which is processed, gets captions, becomes a recording and plays${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async ({ page, server, browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-upload-'))
    const film = join(folder, 'Week one.mov')
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30', '-f', 'lavfi', '-i', 'sine=frequency=440']
    makeMedia(ffmpeg!, [...picture, '-t', '6', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', film])
    await enterAs(page.context(), server.url, 'creator')
    await page.goto(PAGE)
    await page.getByText('used').first().waitFor()
    await page.locator('input[aria-label="Files to upload"]').setInputFiles(film)
    const row = page.getByRole('listitem').filter({ hasText: 'Week one.mov' })
    await row.getByText('Ready', { exact: true }).waitFor({ timeout: 120_000 })

    await row.getByRole('button', { name: 'Captions: Week one.mov' }).click()
    await row.getByText('No captions yet').waitFor()
    browser.allowedFaults.push(/status of 400/)
    const faulty = { name: 'one.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT.replaceAll('.500', '.5')) }
    await row.locator('input[aria-label="Caption file"]').setInputFiles(faulty)
    await row.getByText('“00:00:00.5” will be read as 00:00:00.500.').waitFor()
    await row.getByRole('button', { name: 'Repair and save' }).click()
    await row.getByText('Saved. 1 cue repaired.').waitFor()
    await row.getByRole('button', { name: 'Delete: English, captions' }).click()
    await row.getByText('No captions yet').waitFor()
    const captions = { name: 'one.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT) }
    await row.locator('input[aria-label="Caption file"]').setInputFiles(captions)
    await row.getByRole('button', { name: 'Edit: English, captions' }).click()
    const cue = row.getByLabel(/^Caption 1,/)
    await cue.fill('First take, by the window')
    await cue.press('Alt+ArrowRight')
    await cue.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(11, 11))
    await cue.press('Control+Enter')
    await row.getByLabel(/^Caption 2,/).waitFor()
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Saved, version 2').waitFor()
    await row.getByRole('button', { name: 'Done' }).click()
    await row.getByText('2 cues').waitFor()

    const { token } = await logInForTokens(server.url, 'creator')
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(`${server.url}/api/v1/${path}`, { ...init, headers })).json()
    }
    const { data: files } = await call('studio/courses/NG/assets')
    const { assetId } = files.assets.find(({ filename }: { filename: string }) => filename === 'Week one.mov')
    const { data: listed } = await call('studio/courses/NG/sessions')
    const { sessionId, title } = listed.sessions[0]
    const body = JSON.stringify({ recordingAssetId: assetId })
    await call(`studio/sessions/${sessionId}/meeting`, { method: 'PATCH', body })
    await page.reload()
    await row.getByText(`Recording of “${title}”`).first().waitFor()
    await row.getByRole('button', { name: 'Delete: Week one.mov' }).click()
    await page.getByRole('heading', { name: 'This file is in use' }).waitFor()
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: 'Play: Week one.mov' }).first().click()
    await row.locator('section button[aria-label^="Play"]').first().click()
    await createPlayerDriver(page).playsPast(0.5)
    await rm(folder, { recursive: true, force: true })
  },
)
