/** Fuzzed and hostile files against detection, ffprobe and the picture library. docs/contract §14, promise L9. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTestFfmpeg, makeMedia } from '../../tests/support/ffmpeg.ts'
import { countComputedOrders, countPlacedOrders } from '../../tests/support/laws.ts'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { probe } from './ffmpeg/probe.ts'
import { detectFileKind } from './file-kind.ts'
import { convertImage } from './pictures/convert-image.ts'

const HEAD_BYTES = 64 * 1024
const MB = 1024 * 1024
/** A fuzzed head takes milliseconds. The bound is for a busy machine. */
const MAX_MS = 30_000
const MAX_MEMORY_BYTES = 500 * MB

const ffmpeg = await getTestFfmpeg()
const needsFfmpeg = ffmpeg ? '' : ' (needs FFMPEG)'

let root: string
let samples: Buffer[]
let server: Server
let connections = 0
let url: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'understudy-hostile-'))
  server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/film.mp4`
  samples = [...(await makePictures()), ...(ffmpeg ? await makeFilms(ffmpeg) : []), ...makeTexts()]
}, 120_000)
afterAll(async () => {
  server.close()
  await rm(root, { recursive: true, force: true })
})

async function makePictures(): Promise<Buffer[]> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c96' } })
  return Promise.all(
    (['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map((type) => picture.clone()[type]().toBuffer()),
  )
}

async function makeFilms(program: Ffmpeg): Promise<Buffer[]> {
  const sound = ['-f', 'lavfi', '-i', 'sine', '-t', '1']
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5', ...sound]
  const names = ['film.mp4', 'film.mov', 'film.mkv', 'film.webm', 'sound.mp3', 'sound.wav', 'sound.flac', 'sound.ogg']
  const films: Buffer[] = []
  for (const name of names) {
    makeMedia(program, [...(name.startsWith('film') ? picture : sound), join(root, name)])
    films.push((await readFile(join(root, name))).subarray(0, HEAD_BYTES))
  }
  return films
}

/** Second halves of polyglots. Each would make a careless reader open something else. */
function makeTexts(): Buffer[] {
  return [
    `#EXTM3U\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile '${url}'\nfile '/etc/passwd'\n`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><image href="file:///etc/passwd"/></svg>`,
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "${url}">]><MPD><BaseURL>${url}</BaseURL></MPD>`,
    `concat:/etc/passwd|${url}`,
    '%PDF-1.7\n1 0 obj <</OpenAction <</S /Launch>>>>',
    'PK\x03\x04',
  ].map((text) => Buffer.from(text))
}

type Edit = { at: number; bytes: Uint8Array; kind: 'replace' | 'insert' | 'delete' | 'repeat' }
const edit = fc.record<Edit>({
  at: fc.nat(HEAD_BYTES),
  bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 16 }), fc.constant(new Uint8Array(8).fill(255))),
  kind: fc.constantFrom('replace', 'insert', 'delete', 'repeat'),
})
const fuzzed = fc
  .record({
    sample: fc.nat(),
    other: fc.option(fc.record({ sample: fc.nat(), at: fc.nat(HEAD_BYTES) }), { nil: null }),
    edits: fc.array(edit, { maxLength: 6 }),
    length: fc.option(fc.nat(HEAD_BYTES), { nil: null, freq: 3 }),
  })
  .map(({ sample, other, edits, length }) => {
    let head = samples[sample % samples.length]!
    for (const { at, bytes, kind } of edits) head = change(head, at % Math.max(1, head.length), bytes, kind)
    // Two files in one: the second begins within the first.
    if (other) {
      const at = other.at % (head.length + 1)
      head = Buffer.concat([head.subarray(0, at), samples[other.sample % samples.length]!, head.subarray(at)])
    }
    return head.subarray(0, length ?? HEAD_BYTES)
  })

function change(head: Buffer, at: number, bytes: Uint8Array, kind: Edit['kind']): Buffer {
  const [before, after] = [head.subarray(0, at), head.subarray(at)]
  if (kind === 'insert') return Buffer.concat([before, bytes, after])
  if (kind === 'delete') return Buffer.concat([before, after.subarray(bytes.length)])
  if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, 4096), after])
  return Buffer.concat([before, bytes, after.subarray(bytes.length)])
}

/** Resolves with the result, and refuses one that took too long or too much memory. */
async function bounded<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const before = process.memoryUsage().rss
  const result = await work()
  expect(performance.now() - began).toBeLessThan(MAX_MS)
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_MEMORY_BYTES)
  return result
}

const toPicture = (content: Buffer) =>
  convertImage(content, join(root, 'picture.webp'), { width: 320, height: 320 }).then(
    (size) => size.width,
    (error: unknown) => (error instanceof Error ? null : Promise.reject(error)),
  )

test('a fuzzed head or a polyglot is detected or refused within bounds', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzed, async (head) => {
      const kind = await bounded(() => detectFileKind(head))
      expect(kind === null || /^(?:video|audio|image|application|text)\//.test(kind.contentType)).toBe(true)
    }),
    countComputedOrders(2000),
  )
})

test('a fuzzed picture becomes a picture or is refused within bounds, and fetches nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzed, async (head) => {
      const width = await bounded(() => toPicture(head))
      expect(width === null || width <= 320).toBe(true)
    }),
    countPlacedOrders(300),
  )
  expect(connections).toBe(0)
})

test.skipIf(!ffmpeg)(
  `a fuzzed film is described or refused within bounds, and opens neither a connection nor another file${needsFfmpeg}`,
  async () => {
    const path = join(root, 'fuzzed')
    await fc.assert(
      fc.asyncProperty(fuzzed, async (head) => {
        const kind = await detectFileKind(head)
        if (kind?.kind !== 'video' && kind?.kind !== 'audio') return
        await writeFile(path, head)
        const result = await bounded(() => probe(ffmpeg!, { path, contentType: kind.contentType }))
        expect(result.ok || result.reason === 'failed').toBe(true)
      }),
      countPlacedOrders(40),
    )
    expect(connections).toBe(0)
  },
)

test.skipIf(!ffmpeg)(
  `a film whose samples are in another file or at an address is not followed there${needsFfmpeg}`,
  async () => {
    const tracer = await createTracer(ffmpeg!)
    const film = await readFile(join(root, 'film.mov'))
    const at = film.indexOf('dref')
    const entry = at + 12
    expect(film.toString('latin1', entry + 4, entry + 8)).toMatch(/^url |alis$/)
    for (const [type, target] of [
      ['url ', `${url}\0`],
      ['url ', 'file:///etc/passwd\0'],
      ['alis', createAlias('/etc/passwd')],
    ] as const) {
      const path = join(root, 'reference.mov')
      await writeFile(path, withReference(film, at, entry, type, Buffer.from(target, 'latin1')))
      const result = await bounded(() => probe(tracer.ffmpeg, { path, contentType: 'video/quicktime' }))
      expect(result.ok || result.reason === 'failed').toBe(true)
      expect(await tracer.listForeign(path)).toEqual([])
    }
    expect(connections).toBe(0)
  },
)

/** Replaces the reference to the own file. The boxes around it grow by as much. */
function withReference(film: Buffer, dref: number, entry: number, type: string, target: Buffer): Buffer {
  const old = film.readUInt32BE(entry)
  const box = Buffer.alloc(12)
  box.writeUInt32BE(12 + target.length)
  box.write(type, 4, 'latin1')
  const changed = Buffer.concat([film.subarray(0, entry), box, target, film.subarray(entry + old)])
  const growth = 12 + target.length - old
  const grow = (at: number) => changed.writeUInt32BE(changed.readUInt32BE(at) + growth, at)
  grow(dref - 4)
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'dinf']) grow(film.lastIndexOf(name, dref) - 4)
  return changed
}

/** The record of an alias of QuickTime with an absolute path. */
function createAlias(path: string): string {
  const name = Buffer.from(path)
  const padding = name.length % 2
  const record = Buffer.alloc(150)
  const length = Buffer.alloc(4)
  length.writeUInt16BE(2, 0)
  length.writeUInt16BE(name.length, 2)
  return Buffer.concat([record, length, name, Buffer.alloc(padding), Buffer.from([255, 255, 0, 0])]).toString('latin1')
}

/** Runs ffprobe under strace, where it is installed, and lists files that are neither the input nor the system's. */
async function createTracer(program: Ffmpeg) {
  const [script, log] = [join(root, 'traced-ffprobe'), join(root, 'trace.log')]
  const strace = `strace -f -qq -o '${log}' -e trace=open,openat,connect,socket`
  await writeFile(
    script,
    `#!/bin/sh\ncommand -v strace >/dev/null && exec ${strace} '${program.ffprobePath}' "$@"\nexec '${program.ffprobePath}' "$@"\n`,
  )
  await chmod(script, 0o755)
  return {
    ffmpeg: { ...program, ffprobePath: script },
    async listForeign(input: string): Promise<string[]> {
      const calls = (await readFile(log, 'utf8').catch(() => '')).split('\n')
      return calls.filter((call) => {
        const [, path] = /open(?:at)?\(.*?"([^"]*)"/.exec(call) ?? []
        if (path === undefined) return /connect\(|socket\(/.test(call)
        if (/ = -1 /.test(call) || path === input) return false
        return !/^\/(?:usr|lib\w*|proc|sys|dev)\/|^\/etc\/(?:ld|gai|openssl|ssl|fonts)/.test(path)
      })
    },
  }
}

test.each([
  ['a Word file whose first entry inflates a thousandfold', () => createZip('[Content_Types].xml', 70)],
  ['a book whose type inflates a thousandfold', () => createZip('mimetype', 70)],
  ['a compressed file that inflates a thousandfold', () => gzipSync(Buffer.alloc(70 * MB), { level: 9 })],
])('%s takes neither its memory nor its time', async (_, create) => {
  const head = create().subarray(0, HEAD_BYTES)
  const kind = await bounded(() => detectFileKind(head))
  expect(kind === null || kind.kind === 'file').toBe(true)
})

/** Deflated data of zeros; its length is only known at its end. */
function createZip(name: string, megabytes: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(megabytes * MB), { level: 9 })
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(megabytes * MB, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), data])
}

test.each([
  ['30,000 × 30,000 pixels', () => createPng(30_000, 30_000, [])],
  ['more pixels than its data has', () => createPng(6000, 6000, [])],
  ['a text that inflates to 100 MB', () => createPng(8, 8, [createChunk('zTXt', bomb('a\0\0'))])],
  ['a colour profile that inflates to 100 MB', () => createPng(8, 8, [createChunk('iCCP', bomb('a\0\0'))])],
  ['100,000 small texts', () => createPng(8, 8, Array(100_000).fill(createChunk('tEXt', Buffer.from('a\0b'))))],
])('a PNG of %s becomes a small picture or is refused within bounds', async (_, create) => {
  const picture = create()
  const width = await bounded(() => toPicture(picture))
  expect(width === null || width <= 320).toBe(true)
})

const bomb = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), deflateSync(Buffer.alloc(100 * MB))])

function createPng(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 1000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createChunk('IHDR', header),
    ...chunks,
    createChunk('IDAT', rows),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
