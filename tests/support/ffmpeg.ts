/** The ffmpeg of the tests: the machine's own, else Debian's package. */
import { spawnSync } from 'node:child_process'
import { type Ffmpeg, findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { installPackage } from '../../tools/install-package.ts'

/**
 * Returns null where no ffmpeg is and none can be installed: name such a test with `(needs FFMPEG)` and skip it.
 *
 * @throws in CI, where a missing ffmpeg is a failure
 */
export async function getTestFfmpeg(): Promise<Ffmpeg | null> {
  const settings = { ffmpegPath: process.env.FFMPEG_PATH ?? null, ffprobePath: process.env.FFPROBE_PATH ?? null }
  let search = await findFfmpeg(settings)
  if (!search.ok) {
    installPackage('ffmpeg')
    search = await findFfmpeg(settings)
  }
  if (search.ok) return search.ffmpeg
  if (process.env.CI) throw new Error(`CI needs ffmpeg: ${search.reason}`)
  return null
}

/** Makes a file with ffmpeg's own pictures and sounds, named by the last argument. */
export function makeMedia({ ffmpegPath }: Ffmpeg, args: readonly string[]): void {
  const result = spawnSync(ffmpegPath, ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(result.stderr)
}
