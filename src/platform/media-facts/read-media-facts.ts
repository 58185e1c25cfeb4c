/** Runs in a worker thread, because the file is hostile. See `read-in-worker.ts`. */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
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
  /** Every browser plays its picture and sound to the end, as far as its index tells. */
  isPlayable: boolean
}

/**
 * The pictures that every browser plays: H.264 in its profiles baseline, extended, main and high, and VP9 in profile 0.
 * They have 8 bits and 4:2:0. Some phones and browsers have no HEVC or AV1.
 */
const PLAYED_PICTURE = /^(?:avc[13]\.(?:42|4d|58|64)|vp09\.00\.\d\d\.08)/i
/** AAC (also MPEG-2’s), HE-AAC and MP3. Some browsers have no AC-3, ALAC, FLAC, Opus in an MP4, or xHE-AAC. */
const PLAYED_SOUND = /^(?:mp4a\.40\.(?:0?2|0?5|29)|mp4a\.67|mp4a\.6b|mp4a\.69|mp3)$/i
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
    const isPlayable =
      startsAt <= MAX_START && (await isPlayed(video, PLAYED_PICTURE)) && (await isPlayed(audio, PLAYED_SOUND))
    return { durationMs, video: size, hasAudio: audio !== null, isPlayable }
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError || error instanceof RangeError) return null
    throw error
  } finally {
    input.dispose()
  }
}

async function isPlayed(track: InputVideoTrack | InputAudioTrack | null, played: RegExp): Promise<boolean> {
  return track === null || played.test((await track.getCodecParameterString()) ?? '')
}
