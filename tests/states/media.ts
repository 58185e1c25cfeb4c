/** The files of a course in the studio, in each state of an upload and of its processing. */
import type { Page } from 'playwright-core'
import { hears, type State, sees } from './state.ts'

const CUT_OFF = { filename: 'the-first-cut.mp4', size: 1_000_000 }

const FAULTY =
  'WEBVTT\n\n00:00:01.5 --> 00:00:04\nLook around\n\n00:00:03.000 --> 00:00:05.000\nfirst.\n\n00:06.000 --> 00:07.000\n\n'

const SOME = {
  uses: [],
  trackCount: 0,
  durationSeconds: null,
  fault: null,
  faultLines: [],
  canRetry: false,
  percent: 100,
  steps: [],
}
const PROCESSING = [
  { step: 'inspect', state: 'done', percent: 100 },
  { step: 'video-360', state: 'running', percent: 41 },
]
const ROWS = [
  { state: 'uploading', filename: CUT_OFF.filename, bytes: CUT_OFF.size, receivedBytes: 620_000, percent: 0 },
  { state: 'uploading', filename: 'checked-now.mp4', bytes: 48_000_000, receivedBytes: 48_000_000, percent: 0 },
  { state: 'processing', filename: 'one-window.mp4', bytes: 812_000_000, percent: 41, steps: PROCESSING },
  {
    state: 'failed',
    filename: 'silent.mp4',
    bytes: 9_400_000,
    fault: 'This file has no picture',
    faultLines: ['inspect:', 'Stream map matches no streams.', 'Invalid data found when processing input'],
    canRetry: true,
  },
  {
    state: 'failed',
    filename: 'a-very-long-name-that-a-camera-gave-to-a-file-2026-11-24-10-34-12-0001.mov',
    bytes: 2_100_000_000,
    fault: 'The file that arrived is not the one that was sent. Upload it again.',
  },
  { state: 'ready', filename: 'with-more-sizes.mp4', bytes: 240_000_000, durationSeconds: 1062, steps: PROCESSING },
  { state: 'ready', filename: 'room-tone.wav', kind: 'audio', bytes: 38_000_000, durationSeconds: 240 },
]

const hasRows = (page: Page) =>
  hears(page, '**/studio/courses/*/assets', (data) => {
    const [asset] = data.assets
    data.assets = ROWS.map((row, index) => ({
      ...asset,
      receivedBytes: null,
      ...SOME,
      ...row,
      assetId: `row-${index}`,
    }))
  })

export const MEDIA: State[] = [
  {
    name: 'studio, files in every state',
    path: '/studio/courses/mcom/media',
    as: 'admin',
    before: hasRows,
    async after(page) {
      await page.getByText('Technical details').first().click()
      await sees(page, 'Stream map matches no streams.')
    },
  },
  {
    name: 'studio, captions that need repairs',
    path: '/studio/courses/mcom/media',
    as: 'admin',
    async after(page) {
      await page
        .getByRole('button', { name: /^Captions: / })
        .first()
        .click()
      const buffer = Buffer.from(FAULTY)
      await page.getByLabel('Caption file').setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer })
      await sees(page, 'Repair and save')
    },
  },
  {
    name: 'studio, file being uploaded',
    path: '/studio/courses/mcom/media',
    as: 'admin',
    async before(page) {
      await hasRows(page)
      await page.route('**/api/v1/uploads/*', () => undefined)
    },
    async after(page) {
      const file = { name: CUT_OFF.filename, mimeType: 'video/mp4', buffer: Buffer.alloc(CUT_OFF.size) }
      await page.getByLabel(`File to continue: ${CUT_OFF.filename}`, { exact: true }).setInputFiles(file)
      await sees(page, 'Uploading')
    },
  },
]
