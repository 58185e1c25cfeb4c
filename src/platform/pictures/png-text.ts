/** Texts inside PNG files: uncompressed `iTXt` chunks (PNG, third edition, 11.3.3.4). */
import { crc32 } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12

type Chunk = { type: string; data: Buffer; start: number; end: number }

/** The picture with one text under the keyword, after its header. @throws if the keyword is there already */
export function addPngText(png: Buffer, keyword: string, text: string): Buffer {
  if (getPngText(png, keyword) !== null) throw new TypeError(`the picture has a text named ${keyword}`)
  const [header] = listChunks(png)
  // After the keyword: not compressed, method 0, no language, no translated keyword.
  const data = Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text)])
  return Buffer.concat([png.subarray(0, header!.end), createChunk('iTXt', data), png.subarray(header!.end)])
}

/** Null if the file is no PNG or has no such text. Compressed texts are not read. */
export function getPngText(png: Buffer, keyword: string): string | null {
  const prefix = Buffer.from(`${keyword}\0\0\0`, 'latin1')
  const chunk = listChunks(png).find(
    ({ type, data }) => type === 'iTXt' && data.subarray(0, prefix.length).equals(prefix),
  )
  if (!chunk) return null
  const afterLanguage = chunk.data.indexOf(0, prefix.length) + 1
  const afterTranslation = chunk.data.indexOf(0, afterLanguage) + 1
  return chunk.data.subarray(afterTranslation).toString()
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Ends at the first chunk that is cut off. */
function listChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  if (png.subarray(0, SIGNATURE_BYTES).toString('latin1') !== '\x89PNG\r\n\x1a\n') return chunks
  for (let start = SIGNATURE_BYTES; start + FRAME_BYTES <= png.length; ) {
    const end = start + FRAME_BYTES + png.readUInt32BE(start)
    if (end > png.length) break
    chunks.push({
      type: png.toString('latin1', start + 4, start + 8),
      data: png.subarray(start + 8, end - 4),
      start,
      end,
    })
    start = end
  }
  return chunks
}
