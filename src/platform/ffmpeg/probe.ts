import { tmpdir } from 'node:os'
import { z } from 'zod'
import { type ProcessEnd, runConfined } from './confined-process.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { getInputArgs, type MediaInput } from './media-input.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

export type VideoStream = {
  /** Such as `h264`. */
  codec: string
  /** In pixels, as shown: upright, with square pixels. */
  width: number
  height: number
  /** Null: not known. */
  framesPerSecond: number | null
  /** Such as `yuv420p`. */
  pixelFormat: string | null
  isHdr: boolean
}

/** `sampleRate` in Hz. */
export type AudioStream = { codec: string; channels: number; sampleRate: number }

export type MediaProbe = {
  /** Null if the file does not state it, as recordings of browsers. See `measureDurationMs`. */
  durationMs: number | null
  /** Bits a second of the whole file. Null: not known. */
  bitrate: number | null
  /** The first picture that is no cover. Null: the file has none. */
  video: VideoStream | null
  audio: AudioStream | null
}

export type ProbeResult =
  | { ok: true; value: MediaProbe }
  | { ok: false; reason: ProcessEnd['end']; lastLines: string[] }

const SECONDS = 60
const MAX_OUTPUT_CHARACTERS = 1_000_000
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67']

const number = z.coerce.number().finite()
const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  width: z.int().nonnegative().optional(),
  height: z.int().nonnegative().optional(),
  sample_aspect_ratio: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  sample_rate: number.optional(),
  channels: z.int().optional(),
  disposition: z.object({ attached_pic: z.int().default(0) }).optional(),
  side_data_list: z.array(z.object({ rotation: number.optional().catch(undefined) })).default([]),
})
type Stream = z.output<typeof Stream>
const Report = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: number.optional().catch(undefined), bit_rate: number.optional().catch(undefined) }),
})

/**
 * Asks ffprobe what a file contains. The file is hostile: see `confined-process.ts` for the limits.
 *
 * @returns `failed` if it is not a file of its type
 */
export async function probe(ffmpeg: Ffmpeg, input: MediaInput, signal?: AbortSignal): Promise<ProbeResult> {
  const lines: string[] = []
  let length = 0
  const { end, lastLines } = await runConfined(
    ffmpeg.ffprobePath,
    ['-hide_banner', '-v', 'error', '-show_format', '-show_streams', '-of', 'json', ...getInputArgs(input)],
    {
      confinement: ffmpeg.confinement,
      folder: tmpdir(),
      limits: { seconds: SECONDS, outputBytes: Number.MAX_SAFE_INTEGER },
      signal,
      onLine(line) {
        length += line.length
        if (length <= MAX_OUTPUT_CHARACTERS) lines.push(line)
      },
    },
  )
  if (end !== 'done') return { ok: false, reason: end, lastLines }
  const report = Report.safeParse(parseJson(lines.join('\n')))
  if (!report.success) return { ok: false, reason: 'failed', lastLines: [...lastLines, report.error.message] }
  return { ok: true, value: toMediaProbe(report.data) }
}

/**
 * Reads the whole file to find its length, for files that do not state it.
 *
 * @param folder existing; nothing is written there
 * @returns null if the file cannot be read to its end
 * @throws if the system ended ffmpeg
 */
export async function measureDurationMs(
  ffmpeg: Ffmpeg,
  input: MediaInput,
  folder: string,
  signal?: AbortSignal,
): Promise<number | null> {
  let seconds = 0
  const { end } = await runFfmpeg(ffmpeg, {
    input,
    args: ['-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-'],
    outputFolder: folder,
    limits: { seconds: 600, outputBytes: Number.MAX_SAFE_INTEGER },
    signal,
    onProgress(current) {
      seconds = current
    },
  })
  if (end === 'killed') throw new Error('The system ended ffmpeg.')
  return end === 'done' && seconds > 0 ? Math.round(seconds * 1000) : null
}

function toMediaProbe({ streams, format }: z.output<typeof Report>): MediaProbe {
  const picture = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic)
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  return {
    durationMs: format.duration && format.duration > 0 ? Math.round(format.duration * 1000) : null,
    bitrate: format.bit_rate && format.bit_rate > 0 ? format.bit_rate : null,
    video: picture ? toVideoStream(picture) : null,
    audio: sound ? toAudioStream(sound) : null,
  }
}

/** The demuxer of FLAC finds a stream without rate or channels in any bytes. */
function toAudioStream({ codec_name: codec, channels, sample_rate: sampleRate }: Stream): AudioStream | null {
  return channels && sampleRate ? { codec, channels, sampleRate } : null
}

function toVideoStream(stream: Stream): VideoStream | null {
  if (!stream.width || !stream.height) return null
  const width = Math.round(stream.width * (parseRatio(stream.sample_aspect_ratio) ?? 1))
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const isSideways = Math.abs(rotation) % 180 === 90
  return {
    codec: stream.codec_name,
    width: isSideways ? stream.height : width,
    height: isSideways ? width : stream.height,
    framesPerSecond: parseRatio(stream.avg_frame_rate) ?? parseRatio(stream.r_frame_rate),
    pixelFormat: stream.pix_fmt ?? null,
    isHdr: HDR_TRANSFERS.includes(stream.color_transfer ?? ''),
  }
}

/** `30000/1001` and `4:3`. Returns null for `0/0` and everything else without a value. */
function parseRatio(text = ''): number | null {
  const [, above, below] = /^(\d+)[/:](\d+)$/.exec(text) ?? []
  const ratio = Number(above) / Number(below)
  return ratio > 0 && Number.isFinite(ratio) ? ratio : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
