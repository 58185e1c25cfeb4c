/** Runs in a worker thread, because the file is hostile. See `read-in-worker.ts`. */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  MP3,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
} from 'mediabunny'

export type MediaFacts = {
  /** What is played. */
  durationMs: number
  /** Pixels, as shown. Null without a picture. */
  video: { width: number; height: number } | null
  hasAudio: boolean
  /** Browsers play it to its end, as far as its index tells. */
  isPlayable: boolean
}

/** Baseline, extended, main and high: 8 bits, 4:2:0. Browsers read no other profile of H.264. */
const PLAYED_H264 = /^avc[13]\.(?:42|4d|58|64)/i
/** Browsers begin at the start that a file states, and a length counts from 0. In seconds. */
const MAX_START = 0.1

/** Null: no MP4, M4A or MP3, one without a length, or one whose data end before its index does. */
export async function readMediaFacts(path: string): Promise<MediaFacts | null> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MP3] })
  try {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    const tracks = [video, audio].filter((track) => track !== null)
    for (const track of tracks) if (!(await new EncodedPacketSink(track).getPacket(Infinity))) return null
    const startsAt = tracks.length > 0 ? await input.getFirstTimestamp(tracks) : 0
    const durationMs = Math.round(((await input.computeDuration(tracks)) - Math.max(0, startsAt)) * 1000)
    if (!Number.isSafeInteger(durationMs) || durationMs < 1) return null
    const size = video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
    const isPlayable = startsAt <= MAX_START && (!video || (await isPlayed(video)))
    return { durationMs, video: size, hasAudio: audio !== null, isPlayable }
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError || error instanceof RangeError) return null
    throw error
  } finally {
    input.dispose()
  }
}

async function isPlayed(video: InputVideoTrack): Promise<boolean> {
  const codec = await video.getCodec()
  return codec === 'avc' ? PLAYED_H264.test((await video.getCodecParameterString()) ?? '') : codec !== null
}
