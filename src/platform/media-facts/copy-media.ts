/** Runs in a worker thread, because the file is hostile. See `read-in-worker.ts`. */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'

export type MediaCopy = { path: string; target: string }

/** The packets of one track in the order of the file, and how the next one is added to the copy. */
type TrackCopy = { packets: AsyncGenerator<EncodedPacket, void>; add(packet: EncodedPacket): Promise<void> }

/**
 * Writes picture and sound of an MP4, M4A or MP3 to a new file, unchanged, and nothing else: no titles, places, names,
 * chapters, pictures of covers or other tracks. An MP4 has its index first.
 *
 * @returns false if a track can't be copied, or there is none
 */
export async function copyMedia({ path, target }: MediaCopy): Promise<boolean> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MP3] })
  const isMp3 = (await input.getFormat()) === MP3
  const format = isMp3 ? new Mp3OutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' })
  const output = new Output({ format, target: new FilePathTarget(target) })
  try {
    const video = isMp3 ? null : await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    const copies = [video && (await addVideo(output, video)), audio && (await addAudio(output, audio))]
    if ((video && !copies[0]) || (audio && !copies[1]) || (!video && !audio)) return false
    await output.start()
    await copyPackets(copies.filter((copy) => copy !== null))
    await output.finalize()
    return true
  } finally {
    input.dispose()
  }
}

async function addVideo(output: Output, track: InputVideoTrack): Promise<TrackCopy | null> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) return null
  const source = new EncodedVideoPacketSource(codec)
  const transformationMatrix = await track.getTransformationMatrix()
  output.addVideoTrack(source, { transformationMatrix, maximumPacketCount: await countPackets(track) })
  return { packets: listPackets(track), add: (packet) => source.add(packet, { decoderConfig }) }
}

async function addAudio(output: Output, track: InputAudioTrack): Promise<TrackCopy | null> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) return null
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, { maximumPacketCount: await countPackets(track) })
  return { packets: listPackets(track), add: (packet) => source.add(packet, { decoderConfig }) }
}

const listPackets = (track: InputVideoTrack | InputAudioTrack) => new EncodedPacketSink(track).packets()
const countPackets = async (track: InputVideoTrack | InputAudioTrack) => (await track.computePacketStats()).packetCount

/** The earliest packet of all tracks next, so that sound and picture of a second are near each other in the file. */
async function copyPackets(copies: readonly TrackCopy[]): Promise<void> {
  const waiting = await Promise.all(copies.map(async (copy) => ({ ...copy, next: await copy.packets.next() })))
  for (;;) {
    const [first] = waiting
      .flatMap((copy) => (copy.next.done ? [] : { copy, packet: copy.next.value }))
      .toSorted((one, other) => one.packet.timestamp - other.packet.timestamp)
    if (!first) return
    await first.copy.add(first.packet)
    first.copy.next = await first.copy.packets.next()
  }
}
