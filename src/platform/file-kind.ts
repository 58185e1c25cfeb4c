/** Detects what an uploaded file is, from its content and never from its name. docs/contract.md §14. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'

export type MediaKind = 'video' | 'audio' | 'image' | 'file'
export type FileKind = {
  kind: MediaKind
  /** MIME type in one spelling: `audio/wav`, never `audio/x-wav`. */
  contentType: string
}

/** Bytes that `detectFileKind` needs. Office files name themselves behind their first entries. */
const HEAD_BYTES = 64 * 1024

/** Type of the `file-type` library → our kind and type. Types that are not listed are refused. */
const KINDS: Readonly<Record<string, MediaKind | readonly [MediaKind, string]>> = {
  'video/mp4': 'video',
  'video/x-m4v': ['video', 'video/mp4'],
  'video/quicktime': 'video',
  'video/matroska': ['video', 'video/x-matroska'],
  'video/x-matroska': 'video',
  'video/webm': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': ['audio', 'audio/mp4'],
  'audio/wav': 'audio',
  'audio/flac': 'audio',
  'audio/x-flac': ['audio', 'audio/flac'],
  'audio/ogg': 'audio',
  'audio/ogg; codecs=opus': ['audio', 'audio/ogg'],
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/gif': 'image',
  'application/pdf': 'file',
  'application/zip': 'file',
  'application/epub+zip': 'file',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'file',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'file',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'file',
  'application/vnd.oasis.opendocument.text': 'file',
  'application/vnd.oasis.opendocument.spreadsheet': 'file',
  'application/vnd.oasis.opendocument.presentation': 'file',
}

/** Beginnings of texts that a program would run, or that name further files. */
const REFUSED_TEXTS = [
  /^#!/,
  /^#EXTM3U/i,
  /^ffconcat\b/i,
  /^\[playlist\]/i,
  /^v=0\r?\n/,
  // Markup of any kind: HTML, SVG, manifests.
  /^<[!?a-z]/i,
  /<(?:svg|html|script|body|iframe|mpd)[\s>]/i,
]

/** Reads the head of a local file. Returns null if the kind is refused. */
export async function readFileKind(path: string): Promise<FileKind | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
    return await detectFileKind(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * The kind of the file that begins with these bytes. Give the first 64 KB, or the whole of a shorter file.
 *
 * @returns null for everything that is not allowed: SVG, HTML, scripts, programs, playlists, and bytes of no known type
 */
export async function detectFileKind(head: Uint8Array): Promise<FileKind | null> {
  if (head.length === 0) return null
  const detected = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)).catch(() => undefined)
  if (!detected) return detectText(head.subarray(0, HEAD_BYTES))
  const entry = Object.hasOwn(KINDS, detected.mime) ? KINDS[detected.mime] : undefined
  if (!entry) return null
  if (typeof entry === 'string') return { kind: entry, contentType: detected.mime }
  return { kind: entry[0], contentType: entry[1] }
}

/** Text and CSV are served as plain text, which no browser runs. */
function detectText(head: Uint8Array): FileKind | null {
  const whole = head.length === HEAD_BYTES ? withoutCutCharacter(head) : head
  if (!isUtf8(whole) || whole.some(isControl)) return null
  const text = new TextDecoder().decode(whole).trimStart()
  if (REFUSED_TEXTS.some((pattern) => pattern.test(text))) return null
  return { kind: 'file', contentType: 'text/plain' }
}

/** The head may end within a character of up to 4 bytes. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  const length = [0, 1, 2, 3].find((count) => isUtf8(head.subarray(0, head.length - count)))
  return head.subarray(0, head.length - (length ?? 0))
}

/** Any control character but tab, line feed, form feed and carriage return. */
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13].includes(byte)
