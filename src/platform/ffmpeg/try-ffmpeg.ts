import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runConfined } from './confined-process.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'

/**
 * Encodes one second of a test picture with sound. For `npm run u -- doctor`.
 *
 * @returns milliseconds
 * @throws with ffmpeg's last lines if it cannot
 */
export async function encodeOneSecond({ ffmpegPath, confinement }: Ffmpeg): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-ffmpeg-'))
  try {
    const began = performance.now()
    const { end, lastLines } = await runConfined(
      ffmpegPath,
      [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30'],
        ...['-f', 'lavfi', '-i', 'sine', '-t', '1', '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1'],
        ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', 'second.mp4'],
      ],
      { confinement, folder, limits: { seconds: 60, outputBytes: 50e6 }, onLine() {} },
    )
    if (end !== 'done') throw new Error(`ffmpeg encodes nothing (${end}): ${lastLines.slice(-3).join(' ')}`)
    await stat(join(folder, 'second.mp4'))
    return Math.round(performance.now() - began)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
