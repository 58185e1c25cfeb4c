import { expect, test } from 'vitest'
import { getTestFfmpeg } from '../../support/ffmpeg.ts'
import { tortureProcessing } from '../processing/run.ts'

const ffmpeg = await getTestFfmpeg()

/** A slice of `npm run u -- prove torture media`. */
test.skipIf(!ffmpeg)(
  `the worker and its encoders killed while videos are processed: each result exists once and whole${ffmpeg ? '' : ' (needs FFMPEG)'}`,
  async () => {
    const report = await tortureProcessing({ files: 3, kills: 5, seed: 20_261_123 }, ffmpeg!)
    expect(report).toMatchObject({ files: 3, workerKills: expect.any(Number), faults: [] })
    expect(report.workerKills).toBeGreaterThan(0)
    expect(report.attempts).toBeGreaterThan(3 * 5)
  },
  900_000,
)
