import type { Ffmpeg } from './find-ffmpeg.ts'
import type { MediaInput } from './media-input.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/**
 * Decodes picture and sound of a file, and stops at the first fault.
 *
 * @param folder existing; nothing is written there
 * @returns whether there was none
 * @throws if the system ended ffmpeg
 */
export async function decodesToEnd(
  ffmpeg: Ffmpeg,
  input: MediaInput,
  { folder, seconds, signal }: { folder: string; seconds: number; signal?: AbortSignal },
): Promise<boolean> {
  const { end } = await runFfmpeg(ffmpeg, {
    input,
    args: ['-xerror', '-map', '0:V:0', '-map', '0:a:0?', '-f', 'null', '-'],
    outputFolder: folder,
    limits: { seconds, outputBytes: Number.MAX_SAFE_INTEGER },
    signal,
  })
  if (end === 'killed') throw new Error('The system ended ffmpeg.')
  return end === 'done'
}
