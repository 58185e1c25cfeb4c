import { open } from 'node:fs/promises'

/** More parts before the data than any encoder writes. */
const MAX_BOXES = 1000

/**
 * Whether the index of an MP4 (`moov`) stands before its data (`mdat`), so that playing starts with the first bytes
 * (ISO 14496-12). False for a file that is no MP4.
 */
export async function isIndexFirst(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const header = Buffer.alloc(16)
    let position = 0
    for (let count = 0; count < MAX_BOXES; count++) {
      const { bytesRead } = await file.read(header, 0, 16, position)
      if (bytesRead < 8) return false
      const type = header.toString('latin1', 4, 8)
      if (type === 'moov' || type === 'mdat') return type === 'moov'
      const size = header.readUInt32BE(0)
      // 1 announces a size of 64 bits. 0 is a part that ends with the file.
      const length = size === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : size
      if (length < 8) return false
      position += length
    }
    return false
  } finally {
    await file.close()
  }
}
