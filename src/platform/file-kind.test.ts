import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { getTestFfmpeg, makeMedia } from '../../tests/support/ffmpeg.ts'
import { detectFileKind, detectKindFor, getFileEnding, readFileKind } from './file-kind.ts'

const installed = await getTestFfmpeg()
const root = mkdtempSync(join(tmpdir(), 'understudy-kind-'))
afterAll(() => rm(root, { recursive: true, force: true }))

describe.skipIf(!installed)(installed ? 'real media' : 'real media (needs FFMPEG)', () => {
  test.each([
    ['film.mp4', 'video', 'video/mp4', ['-c:v', 'libx264', '-c:a', 'aac']],
    ['film.mov', 'video', 'video/quicktime', ['-c:v', 'libx264', '-c:a', 'aac']],
    ['film.mkv', 'video', 'video/x-matroska', ['-c:v', 'libx264', '-c:a', 'aac']],
    ['film.webm', 'video', 'video/webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-vn', '-c:a', 'libopus']],
    ['song.mp3', 'audio', 'audio/mpeg', ['-vn']],
    ['song.m4a', 'audio', 'audio/mp4', ['-vn', '-c:a', 'aac']],
    ['song.wav', 'audio', 'audio/wav', ['-vn']],
    ['song.flac', 'audio', 'audio/flac', ['-vn']],
    ['song.ogg', 'audio', 'audio/ogg', ['-vn', '-c:a', 'libvorbis']],
    ['song.opus', 'audio', 'audio/ogg', ['-vn', '-c:a', 'libopus']],
    ['picture.jpg', 'image', 'image/jpeg', ['-an', '-frames:v', '1']],
    ['picture.png', 'image', 'image/png', ['-an', '-frames:v', '1']],
    ['picture.webp', 'image', 'image/webp', ['-an', '-frames:v', '1', '-c:v', 'libwebp']],
    ['picture.gif', 'image', 'image/gif', ['-an', '-frames:v', '1']],
  ])('%s is %s of type %s', async (name, kind, contentType, args) => {
    const path = join(root, name)
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5', '-f', 'lavfi', '-i', 'sine', '-t', '1']
    makeMedia(installed!, [...sources, ...args, path])
    expect(await readFileKind(path)).toEqual({ kind, contentType })
    const [ending] = { 'song.opus': ['ogg'] }[name] ?? name.split('.').slice(1)
    expect(getFileEnding(contentType)).toBe(ending)
    const playlist = ['-f', 'hls', join(root, 'index.m3u8')]
    if (name === 'film.mp4') {
      makeMedia(installed!, ['-i', path, '-c', 'copy', ...playlist])
      expect(await readFileKind(join(root, 'index.m3u8'))).toBeNull()
      expect(await readFileKind(join(root, 'index0.ts'))).toBeNull()
    }
  })
})

test.each([
  ['a PDF', '%PDF-1.7\n1 0 obj\n', 'application/pdf'],
  ['a ZIP', 'PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'application/zip'],
  ['a text', 'Première leçon.\n', 'text/plain'],
  ['a table', 'name;points\nAna;5\n', 'text/csv', 'points.csv'],
  ['a Markdown text', '# Plan\n', 'text/markdown', 'plan.MD'],
  ['captions', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'text/vtt', 'captions.txt'],
  ['captions of SubRip', '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n', 'application/x-subrip', 'a.csv'],
  ['a text with the name of a film', 'Notes\n', 'text/plain', 'film.mp4'],
])('%s is a file', async (_, content, contentType, name = '') => {
  expect(await detectFileKind(Buffer.from(content), name)).toEqual({ kind: 'file', contentType })
})

test('a text is a text, whatever its first letters are', async () => {
  const starts = ['BM', 'MZ', 'GIF', 'OggS', 'fLaC', 'Rar!', 'ID3', 'RIFF', 'FLV', 'II', 'PK', 'BZh', 'regf', 'ftyp']
  const endings = fc.string({ unit: fc.constantFrom(...'ABMZaz09 .é漢🙂\n'), maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), endings, async (start, rest) => {
      expect(await detectFileKind(Buffer.from(`${start}${rest}`))).toEqual({ kind: 'file', contentType: 'text/plain' })
    }),
  )
})

test('an MP4 is a sound file where sound is wanted, and a picture is none', async () => {
  const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2mp41', 'latin1')
  expect(await detectKindFor(['audio'], mp4)).toEqual({ kind: 'audio', contentType: 'audio/mp4' })
  expect(await detectKindFor(['video', 'audio'], mp4)).toEqual({ kind: 'video', contentType: 'video/mp4' })
  expect(await detectKindFor(['video', 'audio'], mp4, 'song.m4a')).toEqual({ kind: 'audio', contentType: 'audio/mp4' })
  expect(await detectKindFor(['image', 'file'], mp4)).toBeNull()
  expect(await detectKindFor(['video'], Buffer.from('GIF89a\x01\0\x01\0', 'latin1'))).toBeNull()
})

test('a long text that is cut within a character is a text', async () => {
  const path = join(root, 'long.txt')
  await writeFile(path, `x${'é'.repeat(100_000)}`)
  expect(await readFileKind(path)).toEqual({ kind: 'file', contentType: 'text/plain' })
  expect((await readFile(path)).length).toBe(200_001)
})

test.each([
  ['nothing', ''],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an SVG behind an XML head', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an SVG behind a comment', '<!-- a picture -->\n<svg></svg>'],
  ['HTML', '<!doctype html><html><body>x</body></html>'],
  ['HTML behind text and a byte order mark', '\ufeff  Hello <script src="//x.test"></script>'],
  ['PostScript', '%!PS-Adobe-3.0\n'],
  ['rich text', '{\\rtf1 Hello}'],
  ['a shell script', '#!/bin/sh\nrm -rf /\n'],
  ['a Linux program', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'],
  ['a Windows program', 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'],
  ['a Java class', '\xca\xfe\xba\xbe\0\0\0\x34'],
  ['an HLS playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
  ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['a PLS playlist', '[playlist]\nFile1=http://x.test/\n'],
  ['a stream description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\n'],
  ['a DASH manifest', '<?xml version="1.0"?><MPD></MPD>'],
  ['a RAR archive', 'Rar!\x1a\x07\x01\0'],
  ['bytes of no type', '\0\x01\x02\x03\xff\xfe\xfd'],
])('%s is refused', async (_, content) => {
  const isText = [...content].every((character) => character >= ' ' || '\n\r\t'.includes(character))
  expect(await detectFileKind(Buffer.from(content, isText ? 'utf8' : 'latin1'))).toBeNull()
})

test('no bytes make the detection fail or take long', async () => {
  const starts = ['', '<?xml ', 'PK\x03\x04', 'ftypmp42', '\x1aE\xdf\xa3', 'ID3\x04', 'OggS', 'RIFF', '%PDF-', 'GIF89a']
  const heads = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2000 }))
  const began = performance.now()
  await fc.assert(
    fc.asyncProperty(heads, async ([start, bytes]) => {
      const head = Buffer.concat([Buffer.from(start, 'latin1'), bytes])
      const result = await detectFileKind(head)
      expect(result === null || typeof result.contentType === 'string').toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(performance.now() - began).toBeLessThan(120_000)
})

test('a ZIP whose first entry is longer than the head is a ZIP', async () => {
  const header = Buffer.alloc(38)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt32LE(200_000, 18)
  header.writeUInt32LE(200_000, 22)
  header.writeUInt16LE(8, 26)
  header.write('film.mp4', 30)
  expect(await detectFileKind(Buffer.concat([header, Buffer.alloc(100_000)]))).toEqual({
    kind: 'file',
    contentType: 'application/zip',
  })
})
