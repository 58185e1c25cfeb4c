import { type ProcessEnd, type ProcessLimits, runConfined } from './confined-process.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { getInputArgs, type MediaInput } from './media-input.ts'

export type FfmpegOptions = {
  input: MediaInput
  /** Options of the input, such as `-ss 12.5`. */
  inputArgs?: readonly string[]
  /** Filters, encoders and output files. Name the files without a folder. `-v info` gives more last lines. */
  args: readonly string[]
  /** Existing and empty. The files of the output are created there. */
  outputFolder: string
  limits: ProcessLimits
  signal?: AbortSignal | undefined
  /** Every 2 s: the seconds of output so far. */
  onProgress?: (seconds: number) => void
}

/**
 * Runs ffmpeg once on one uploaded file, with one decoding and one filtering thread; name the threads of the encoder in
 * `args`. Ends in less than 5 s after a cancellation. Delete the output folder unless it ends with `done`.
 *
 * @throws TypeError if the type of the input is not known to ffmpeg here
 */
export async function runFfmpeg(
  { ffmpegPath, confinement }: Ffmpeg,
  { input, inputArgs = [], args, outputFolder, limits, signal, onProgress }: FfmpegOptions,
): Promise<ProcessEnd> {
  return runConfined(
    ffmpegPath,
    [
      ...['-nostdin', '-hide_banner', '-nostats', '-y', '-v', 'warning'],
      ...['-progress', 'pipe:1', '-stats_period', '2', '-filter_threads', '1'],
      ...['-threads', '1', ...inputArgs, ...getInputArgs(input)],
      ...args,
    ],
    {
      confinement,
      folder: outputFolder,
      limits,
      signal,
      onLine(line) {
        const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? []
        if (microseconds) onProgress?.(Number(microseconds) / 1e6)
      },
    },
  )
}
