/** Decodes text files that people write. */
import { isUtf8 } from 'node:buffer'

const LINE_FEED = 0x0a
/** Stands where an earlier program could not read a letter. */
const REPLACEMENT = '\ufffd'

/**
 * The text, with line ends as `\n` and without a byte order mark. Null if the file has another encoding, or lost letters
 * in one: then `faults` receives a sentence with the line, because a site must not publish “Caf�”.
 */
export function decodeTextFile(bytes: Uint8Array, path: string, faults: string[]): string | null {
  if (!isUtf8(bytes)) {
    faults.push(`${path}:${findBrokenLine(bytes)}:1 is not UTF-8 text: save the file as UTF-8`)
    return null
  }
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')
  const lost = text.indexOf(REPLACEMENT)
  if (lost < 0) return text
  const lines = text.slice(0, lost).split('\n')
  faults.push(
    `${path}:${lines.length}:${lines.at(-1)!.length + 1} has a lost letter (${REPLACEMENT}), from an earlier change of the encoding: write it again`,
  )
  return null
}

/** A byte of a longer character is never a line feed. */
function findBrokenLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}
