import { tmpdir } from 'node:os'
import { z } from 'zod'
import { type ProcessEnd, runConfined } from './confined-process.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { getInputArgs, type MediaInput } from './media-input.ts'

type Stated = {
  /** The number of the stream in its file. */
  index: number
  /** The end on the clock of the file, as the file states it. Null: it does not. */
  statedEndMs: number | null
}

export type VideoStream = Stated & {
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
export type AudioStream = Stated & { codec: string; channels: number; sampleRate: number }

/** What a file says about itself. Its real times are read by `read-timeline.ts`. */
export type MediaProbe = {
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
const optionalNumber = number.optional().catch(undefined)
const Stream = z.object({
  index: z.int().nonnegative(),
  start_time: optionalNumber,
  duration: optionalNumber,
  tags: z.object({ DURATION: z.string().optional() }).optional().catch(undefined),
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
  side_data_list: z.array(z.object({ rotation: optionalNumber })).default([]),
})
type Stream = z.output<typeof Stream>
const Report = z.object({ streams: z.array(Stream).default([]) })

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
    ['-hide_banner', '-v', 'error', '-show_streams', '-of', 'json', ...getInputArgs(input)],
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

function toMediaProbe({ streams }: z.output<typeof Report>): MediaProbe {
  const picture = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic)
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  return {
    video: picture ? toVideoStream(picture) : null,
    audio: sound ? toAudioStream(sound) : null,
  }
}

/** The demuxer of FLAC finds a stream without rate or channels in any bytes. */
function toAudioStream(stream: Stream): AudioStream | null {
  const { index, codec_name: codec, channels, sample_rate: sampleRate } = stream
  return channels && sampleRate ? { index, statedEndMs: getStatedEndMs(stream), codec, channels, sampleRate } : null
}

/** MP4 states start and duration of a stream, Matroska the end as a tag such as `00:00:30.001000000`. */
function getStatedEndMs({ start_time = 0, duration, tags }: Stream): number | null {
  if (duration && duration > 0) return Math.round((start_time + duration) * 1000)
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/.exec(tags?.DURATION ?? '') ?? []
  return seconds ? Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000) : null
}

function toVideoStream(stream: Stream): VideoStream | null {
  if (!stream.width || !stream.height) return null
  const width = Math.round(stream.width * (parseRatio(stream.sample_aspect_ratio) ?? 1))
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const isSideways = Math.abs(rotation) % 180 === 90
  return {
    index: stream.index,
    statedEndMs: getStatedEndMs(stream),
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
