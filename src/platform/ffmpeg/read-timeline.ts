/** The real times of a file's picture and sound, read from all of its packets. docs/contract §14. */
import { tmpdir } from 'node:os'
import type { Interval } from '#domain/learning/film-timeline.ts'
import { runConfined } from './confined-process.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { getInputArgs, type MediaInput } from './media-input.ts'

const SECONDS = 600

type Packets = Interval & { count: number; lastStartMs: number }

/**
 * Reads a file to its end, without decoding. Files often state no length, a wrong one, or one that counts from another
 * start than their first picture.
 *
 * @param streams numbers of streams of the file
 * @returns the interval of each stream, or null for a stream without data; null if the file cannot be read
 * @throws if the system ended ffprobe
 */
export async function readTimeline(
  ffmpeg: Ffmpeg,
  input: MediaInput,
  streams: readonly number[],
  signal?: AbortSignal,
): Promise<(Interval | null)[] | null> {
  const packets = new Map<number, Packets>()
  const { end } = await runConfined(
    ffmpeg.ffprobePath,
    [
      ...['-hide_banner', '-v', 'error', '-show_packets'],
      ...['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,flags'],
      ...['-of', 'csv=print_section=0', ...getInputArgs(input)],
    ],
    {
      confinement: ffmpeg.confinement,
      folder: tmpdir(),
      limits: { seconds: SECONDS, outputBytes: Number.MAX_SAFE_INTEGER },
      signal,
      onLine: (line) => addPacket(packets, line),
    },
  )
  if (end === 'killed') throw new Error('The system ended ffprobe.')
  if (end !== 'done') return null
  return streams.map((index) => toInterval(packets.get(index)))
}

/** `1,-0.023220,-0.023220,0.023220,KD`: packets with a D are read for the decoder only, and never shown. */
function addPacket(packets: Map<number, Packets>, line: string): void {
  const [index, shownAt, decodedAt, length, flags = ''] = line.split(',')
  const seconds = [shownAt, decodedAt].map(Number).find(Number.isFinite)
  if (seconds === undefined || flags.includes('D')) return
  const startMs = seconds * 1000
  const endMs = startMs + (Number(length) > 0 ? Number(length) * 1000 : 0)
  const known = packets.get(Number(index))
  if (!known) packets.set(Number(index), { startMs, endMs, count: 1, lastStartMs: startMs })
  else {
    known.startMs = Math.min(known.startMs, startMs)
    known.endMs = Math.max(known.endMs, endMs)
    known.lastStartMs = Math.max(known.lastStartMs, startMs)
    known.count++
  }
}

/** Recordings of browsers state no length for their pictures: the last one is shown as long as the others on average. */
function toInterval(packets: Packets | undefined): Interval | null {
  if (!packets) return null
  const { startMs, count, lastStartMs } = packets
  const averageMs = (lastStartMs - startMs) / Math.max(1, count - 1)
  const endMs = packets.endMs > lastStartMs ? packets.endMs : lastStartMs + averageMs
  return endMs > startMs ? { startMs: Math.round(startMs), endMs: Math.round(endMs) } : null
}
