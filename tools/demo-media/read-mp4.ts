/** Reads the index of an MP4 file (ISO/IEC 14496-12) without ffmpeg. */

export type Mp4 = {
  /** Types of the outermost boxes, in their order. Players can start early when `moov`, the index, precedes `mdat`. */
  boxes: string[]
  brand: string
  durationSeconds: number
  width: number
  height: number
  /** Sample formats of the tracks, such as `avc1` (H.264) and `mp4a` (AAC). */
  formats: string[]
}

type Box = { type: string; payload: Buffer }

/** Throws if the file ends inside a box, or has no index. */
export function readMp4(file: Buffer): Mp4 {
  const boxes = listBoxes(file)
  const header = requirePayload(boxes, 'moov')
  const movie = requirePayload(listBoxes(header), 'mvhd')
  const tracks = listBoxes(header).filter(({ type }) => type === 'trak')
  const sizes = tracks.map(({ payload }) => readSize(requirePayload(listBoxes(payload), 'tkhd')))
  return {
    boxes: boxes.map(({ type }) => type),
    brand: requirePayload(boxes, 'ftyp').toString('latin1', 0, 4),
    durationSeconds: readDuration(movie),
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    formats: tracks.map(({ payload }) => readFormat(payload)),
  }
}

/** A box begins with its length in 32 bits and its type. 64-bit lengths are refused, since no clip needs one. */
function listBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32BE(at) : 0
    if (length < 8 || at + length > bytes.length) throw new Error(`a box at byte ${at} has a wrong length`)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), payload: bytes.subarray(at + 8, at + length) })
    at += length
  }
  return boxes
}

function requirePayload(boxes: readonly Box[], type: string): Buffer {
  const box = boxes.find((one) => one.type === type)
  if (!box) throw new Error(`the file has no ${type}`)
  return box.payload
}

/** Version 1 has 64-bit times. */
function readDuration(movie: Buffer): number {
  if (movie.readUInt8(0) === 1) return Number(movie.readBigUInt64BE(24)) / movie.readUInt32BE(20)
  return movie.readUInt32BE(16) / movie.readUInt32BE(12)
}

/** Both are 16.16 fixed-point numbers at the end of the track's header; those of a sound track are 0. */
function readSize(track: Buffer): { width: number; height: number } {
  const [width, height] = [track.readUInt32BE(track.length - 8), track.readUInt32BE(track.length - 4)]
  return { width: width / 65_536, height: height / 65_536 }
}

/** The type of the first sample description. */
function readFormat(track: Buffer): string {
  const path = ['mdia', 'minf', 'stbl', 'stsd']
  const descriptions = path.reduce((payload, type) => requirePayload(listBoxes(payload), type), track)
  return descriptions.toString('latin1', 12, 16)
}
