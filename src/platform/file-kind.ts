/**
 * Detects what a file is, from its content. Its name only chooses between types that share their content: plain text,
 * CSV and Markdown; M4A and MP4. docs/contract §14.
 */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

export const MEDIA_KINDS = ['video', 'audio', 'image', 'file'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
export type FileKind = {
  kind: MediaKind
  /** MIME type in one spelling: `audio/wav`, never `audio/x-wav`. */
  contentType: string
}

/** Bytes that `detectFileKind` needs. Office files name themselves behind their first entries. */
export const HEAD_BYTES = 64 * 1024

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
  /^%!/,
  /^\{\\rtf/,
  /^#EXTM3U/i,
  /^ffconcat\b/i,
  /^\[playlist\]/i,
  /^v=0\r?\n/,
  // Markup of any kind: HTML, SVG, manifests.
  /^<[!?a-z]/i,
  /<(?:svg|html|script|body|iframe|mpd)[\s>]/i,
]

/** Text that says its own type. No browser runs any of them. */
const TEXT_CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/^WEBVTT(?:[ \t\r\n]|$)/, 'text/vtt'],
  [/^\d+[ \t]*\r?\n\d+:\d\d:\d\d,\d{3} --> /, 'application/x-subrip'],
]
const TEXT_ENDINGS: Readonly<Record<string, string>> = { csv: 'text/csv', md: 'text/markdown' }

/** Content type → the ending of a name, where the type does not say it. */
const ENDINGS: Readonly<Record<string, string>> = {
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'image/jpeg': 'jpg',
  'application/epub+zip': 'epub',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/x-subrip': 'srt',
  'text/plain': 'txt',
  'text/markdown': 'md',
}

/** Reads the head of a local file. Returns null if the kind is refused. */
export async function readFileKind(path: string): Promise<FileKind | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
    return await detectFileKind(head.subarray(0, bytesRead), basename(path))
  } finally {
    await file.close()
  }
}

/**
 * The kind of the file that begins with these bytes. Give the first 64 KB, or the whole of a shorter file.
 *
 * @returns null for everything that is not allowed: SVG, HTML, scripts, programs, playlists, and bytes of no known type
 */
export async function detectFileKind(head: Uint8Array, name = ''): Promise<FileKind | null> {
  if (head.length === 0) return null
  const bytes = head.subarray(0, HEAD_BYTES)
  const text = readText(bytes)
  // The library takes a text that begins with "BM" for a picture.
  if (text !== null && !text.startsWith('%PDF-')) return detectText(text, name)
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const entry = detected && Object.hasOwn(KINDS, detected.mime) ? KINDS[detected.mime] : undefined
  if (!detected || !entry) return null
  if (detected.mime === 'video/mp4' && getNameEnding(name) === 'm4a') return M4A
  if (typeof entry === 'string') return { kind: entry, contentType: detected.mime }
  return { kind: entry[0], contentType: entry[1] }
}

/** The kind of a file that is used as one of these kinds. Null: refused. */
export async function detectKindFor(uses: readonly MediaKind[], head: Uint8Array, name = ''): Promise<FileKind | null> {
  const detected = await detectFileKind(head, name)
  if (!detected || uses.includes(detected.kind)) return detected
  // The head of an MP4 does not say whether the file has a picture.
  return detected.contentType === 'video/mp4' && uses.includes('audio') ? M4A : null
}

const M4A: FileKind = { kind: 'audio', contentType: 'audio/mp4' }

/** `mp4` for `video/mp4`; `bin` for a type that is not allowed. */
export function getFileEnding(contentType: string): string {
  return ENDINGS[contentType] ?? /^(?:video|audio|image|application|text)\/([a-z0-9]+)$/.exec(contentType)?.[1] ?? 'bin'
}

const getNameEnding = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Null for bytes that are not UTF-8, or that have control characters. */
function readText(head: Uint8Array): string | null {
  const whole = head.length === HEAD_BYTES ? withoutCutCharacter(head) : head
  return isUtf8(whole) && !whole.some(isControl) ? new TextDecoder().decode(whole).trimStart() : null
}

function detectText(text: string, name: string): FileKind | null {
  if (REFUSED_TEXTS.some((pattern) => pattern.test(text))) return null
  const [, stated] = TEXT_CONTENTS.find(([pattern]) => pattern.test(text)) ?? []
  const ending = getNameEnding(name)
  const named = Object.hasOwn(TEXT_ENDINGS, ending) ? TEXT_ENDINGS[ending] : undefined
  return { kind: 'file', contentType: stated ?? named ?? 'text/plain' }
}

/** The head may end within a character of up to 4 bytes. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  const length = [0, 1, 2, 3].find((count) => isUtf8(head.subarray(0, head.length - count)))
  return head.subarray(0, head.length - (length ?? 0))
}

/** Any control character but tab, line feed, form feed and carriage return. */
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13].includes(byte)
