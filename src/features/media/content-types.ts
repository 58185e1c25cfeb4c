/** The types of files that can be imported, by the end of their name, and the first bytes that a file of that type has. */

export type AssetKind = 'video' | 'audio' | 'image' | 'file'
type FileType = { kind: AssetKind; contentType: string; hasSignature: (head: Buffer) => boolean }

const startsWith =
  (offset: number, ...signatures: string[]) =>
  (head: Buffer) =>
    signatures.some((signature) => head.toString('latin1', offset, offset + signature.length) === signature)

const isIsoMedia = startsWith(4, 'ftyp')
const isMatroska = (head: Buffer) => head.toString('hex', 0, 4) === '1a45dfa3'
const isZip = (head: Buffer) => head.toString('hex', 0, 4) === '504b0304'
const isText = (head: Buffer) => !head.includes(0)
const isMp3 = (head: Buffer) => startsWith(0, 'ID3')(head) || (head[0] === 0xff && (head[1] ?? 0) >= 0xe0)
const isRiff = (form: string) => (head: Buffer) => startsWith(0, 'RIFF')(head) && startsWith(8, form)(head)

const TYPES: Readonly<Record<string, FileType>> = {
  mp4: { kind: 'video', contentType: 'video/mp4', hasSignature: isIsoMedia },
  mov: { kind: 'video', contentType: 'video/quicktime', hasSignature: isIsoMedia },
  webm: { kind: 'video', contentType: 'video/webm', hasSignature: isMatroska },
  mkv: { kind: 'video', contentType: 'video/x-matroska', hasSignature: isMatroska },
  mp3: { kind: 'audio', contentType: 'audio/mpeg', hasSignature: isMp3 },
  m4a: { kind: 'audio', contentType: 'audio/mp4', hasSignature: isIsoMedia },
  wav: { kind: 'audio', contentType: 'audio/wav', hasSignature: isRiff('WAVE') },
  flac: { kind: 'audio', contentType: 'audio/flac', hasSignature: startsWith(0, 'fLaC') },
  ogg: { kind: 'audio', contentType: 'audio/ogg', hasSignature: startsWith(0, 'OggS') },
  jpg: { kind: 'image', contentType: 'image/jpeg', hasSignature: startsWith(0, '\u00ff\u00d8\u00ff') },
  png: { kind: 'image', contentType: 'image/png', hasSignature: startsWith(1, 'PNG') },
  webp: { kind: 'image', contentType: 'image/webp', hasSignature: isRiff('WEBP') },
  avif: { kind: 'image', contentType: 'image/avif', hasSignature: startsWith(4, 'ftypavif', 'ftypavis') },
  gif: { kind: 'image', contentType: 'image/gif', hasSignature: startsWith(0, 'GIF8') },
  pdf: { kind: 'file', contentType: 'application/pdf', hasSignature: startsWith(0, '%PDF-') },
  zip: { kind: 'file', contentType: 'application/zip', hasSignature: isZip },
  epub: { kind: 'file', contentType: 'application/epub+zip', hasSignature: isZip },
  docx: { kind: 'file', contentType: officeType('wordprocessingml.document'), hasSignature: isZip },
  xlsx: { kind: 'file', contentType: officeType('spreadsheetml.sheet'), hasSignature: isZip },
  pptx: { kind: 'file', contentType: officeType('presentationml.presentation'), hasSignature: isZip },
  odt: { kind: 'file', contentType: 'application/vnd.oasis.opendocument.text', hasSignature: isZip },
  ods: { kind: 'file', contentType: 'application/vnd.oasis.opendocument.spreadsheet', hasSignature: isZip },
  odp: { kind: 'file', contentType: 'application/vnd.oasis.opendocument.presentation', hasSignature: isZip },
  txt: { kind: 'file', contentType: 'text/plain', hasSignature: isText },
  csv: { kind: 'file', contentType: 'text/csv', hasSignature: isText },
}

function officeType(name: string): string {
  return `application/vnd.openxmlformats-officedocument.${name}`
}

/** Bytes that `getFileType` needs. */
export const HEAD_BYTES = 4096

/** Null for another type, or for a file that is not what its name says. @param head its first bytes */
export function getFileType(name: string, head: Uint8Array): Omit<FileType, 'hasSignature'> | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending]! : null
  if (!type?.hasSignature(Buffer.from(head))) return null
  return { kind: type.kind, contentType: type.contentType }
}

/** `mp4` for `video/mp4`; `bin` for a type without an ending here. */
export function getFileEnding(contentType: string): string {
  return Object.entries(TYPES).find(([, type]) => type.contentType === contentType)?.[0] ?? 'bin'
}
