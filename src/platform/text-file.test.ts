import { expect, test } from 'vitest'
import { decodeTextFile } from './text-file.ts'

const read = (bytes: Uint8Array) => {
  const faults: string[] = []
  return [decodeTextFile(bytes, 'x.yaml', faults), faults]
}

test('UTF-8 is read, also with a byte order mark and the line ends of Windows', () => {
  expect(read(Buffer.from('\ufeffa: Café\r\nb: 日本\n'))).toEqual(['a: Café\nb: 日本\n', []])
  expect(read(Buffer.from(''))).toEqual(['', []])
})

test.each([
  ['Latin-1', Buffer.from('a: x\nb: y\nc: Café\nd: é', 'latin1'), 3],
  ['Latin-1 in its last line', Buffer.from('a: x\nb: Café', 'latin1'), 2],
  ['UTF-16 of Windows', Buffer.from('\ufeffa: Café\n', 'utf16le'), 1],
  ['half a character at the end', Buffer.from('a: Café').subarray(0, -1), 1],
])('%s is refused at its line', (_name, bytes, line) => {
  expect(read(bytes)).toEqual([null, [`x.yaml:${line}:1 is not UTF-8 text: save the file as UTF-8`]])
})

test('a letter that was lost before is refused at its place', () => {
  const [text, faults] = read(Buffer.from('a: x\nb: Caf\ufffd\n'))
  expect([text, faults]).toEqual([null, [expect.stringMatching(/^x\.yaml:2:7 has a lost letter/)]])
})
