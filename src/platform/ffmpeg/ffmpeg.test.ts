import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getTestFfmpeg, makeMedia } from '../../../tests/support/ffmpeg.ts'
import { listProcesses } from '../../../tests/support/processes.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { isIndexFirst } from './mp4-index.ts'
import { probe } from './probe.ts'
import { readTimeline } from './read-timeline.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { encodeOneSecond } from './try-ffmpeg.ts'

const installed = await getTestFfmpeg()
const ffmpeg = installed as Ffmpeg
const root = mkdtempSync(join(tmpdir(), 'understudy-ffmpeg-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=24']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const LIMITS = { seconds: 60, outputBytes: 50e6 }
const film = { path: join(root, 'film.mp4'), contentType: 'video/mp4' }
const newFolder = () => mkdtemp(join(root, 'output-'))

describe.skipIf(!installed)(installed ? 'ffmpeg' : 'ffmpeg (needs FFMPEG)', () => {
  beforeAll(() =>
    makeMedia(ffmpeg, [...PICTURE, ...SOUND, '-t', '2', ...H264, '-c:a', 'aac', '-movflags', '+faststart', film.path]),
  )

  test('a video is described: its length, picture and sound', async () => {
    expect(await probe(ffmpeg, film)).toEqual({
      ok: true,
      value: {
        video: {
          index: 0,
          statedEndMs: 2000,
          codec: 'h264',
          width: 640,
          height: 360,
          framesPerSecond: 24,
          pixelFormat: 'yuv420p',
          isHdr: false,
        },
        audio: { index: 1, statedEndMs: expect.closeTo(2000, -2), codec: 'aac', channels: 1, sampleRate: 44_100 },
      },
    })
  })

  test('sizes are those that people see: upright, with square pixels', async () => {
    const sideways = join(root, 'sideways.mp4')
    makeMedia(ffmpeg, ['-i', film.path, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', sideways])
    expect(await probe(ffmpeg, { ...film, path: sideways })).toMatchObject({
      value: { video: { width: 360, height: 640 } },
    })
    const wide = join(root, 'wide.mp4')
    makeMedia(ffmpeg, [...PICTURE, '-t', '1', ...H264, '-vf', 'setsar=2', wide])
    expect(await probe(ffmpeg, { ...film, path: wide })).toMatchObject({
      value: { video: { width: 1280, height: 360 }, audio: null },
    })
  })

  test('a cover is no picture of an audio file', async () => {
    const path = join(root, 'song.mp3')
    makeMedia(ffmpeg, [
      ...[...SOUND, ...PICTURE, '-t', '1', '-map', '0', '-map', '1', '-frames:v', '1'],
      ...['-c:v', 'mjpeg', '-disposition:v', 'attached_pic', path],
    ])
    expect(await probe(ffmpeg, { path, contentType: 'audio/mpeg' })).toMatchObject({
      value: { video: null, audio: { codec: 'mp3' } },
    })
  })

  test('the length of a recording that does not state it is read', async () => {
    const path = join(root, 'recording.webm')
    const live = ['-f', 'webm', '-live', '1', '-c:v', 'libvpx', '-deadline', 'realtime']
    makeMedia(ffmpeg, [...PICTURE, '-t', '2', '-s', '64x36', '-r', '5', ...live, path])
    const recording = { path, contentType: 'video/webm' }
    expect(await probe(ffmpeg, recording)).toMatchObject({ value: { video: { statedEndMs: null } } })
    expect(await readTimeline(ffmpeg, recording, [0, 7])).toEqual([{ startMs: 0, endMs: 2000 }, null])
  })

  test('picture and sound of a file are read on its own clock, however long it says that it is', async () => {
    const path = join(root, 'late.mkv')
    const picture = ['-itsoffset', '20', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=24:duration=5']
    const sound = ['-itsoffset', '23', '-f', 'lavfi', '-i', 'sine=duration=2']
    makeMedia(ffmpeg, [...picture, ...sound, '-copyts', ...H264, '-c:a', 'flac', path])
    const [read, heard] = (await readTimeline(ffmpeg, { path, contentType: 'video/x-matroska' }, [0, 1])) ?? []
    expect([read?.startMs, read?.endMs]).toEqual([20_000, expect.closeTo(25_000, -2)])
    expect([heard?.startMs, heard?.endMs]).toEqual([expect.closeTo(23_000, -2), expect.closeTo(25_000, -2)])
    expect(await probe(ffmpeg, { path, contentType: 'video/x-matroska' })).toMatchObject({
      value: { video: { statedEndMs: expect.closeTo(25_000, -2) } },
    })
  })

  test('the place of the index of an MP4 is known', async () => {
    const late = join(root, 'late.mp4')
    makeMedia(ffmpeg, ['-i', film.path, '-c', 'copy', late])
    expect([await isIndexFirst(film.path), await isIndexFirst(late)]).toEqual([true, false])
    await writeFile(late, 'not an MP4 at all')
    expect(await isIndexFirst(late)).toBe(false)
  })

  test('segments are written to the folder, and progress rises to the whole length', async () => {
    const outputFolder = await newFolder()
    const seconds: number[] = []
    const result = await runFfmpeg(ffmpeg, {
      input: film,
      args: [
        ...[...H264, '-threads', '1', '-force_key_frames', 'expr:gte(t,n_forced*1)', '-c:a', 'aac', '-f', 'hls'],
        ...['-hls_time', '1', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
        ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', '%d.m4s', 'index.m3u8'],
      ],
      outputFolder,
      limits: LIMITS,
      onProgress: (current) => seconds.push(current),
    })
    expect(result.end).toBe('done')
    expect((await readdir(outputFolder)).sort()).toEqual(['0.m4s', '1.m4s', 'index.m3u8', 'init.mp4'])
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
    expect(seconds.at(-1)).toBeCloseTo(2, 0)
  })

  test('one second is encoded', async () => {
    expect(await encodeOneSecond(ffmpeg)).toBeGreaterThan(0)
  })

  describe('a hostile file', () => {
    test.each([
      ['an HLS playlist', (url: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`],
      ['an HLS playlist of a local file', () => '#EXTM3U\n#EXTINF:1,\nfilm.mp4\n#EXT-X-ENDLIST\n'],
      ['a list of local files', () => "ffconcat version 1.0\nfile 'film.mp4'\n"],
      ['a DASH manifest', (url: string) => `<?xml version="1.0"?><MPD><BaseURL>${url}</BaseURL></MPD>`],
      ['a stream description', () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
      ['an SVG', (url: string) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`],
      ['nothing', () => ''],
    ])('%s is not read as any type, and opens neither a connection nor a file', async (_, write) => {
      let connections = 0
      const server = createServer((socket) => {
        connections += 1
        socket.destroy()
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as { port: number }
      const path = join(root, 'hostile.mp4')
      await writeFile(path, write(`http://127.0.0.1:${port}/film.ts`))
      const types = ['video/mp4', 'video/webm', 'audio/mpeg', 'audio/wav', 'audio/flac', 'audio/ogg']
      for (const contentType of types) {
        const result = await probe(ffmpeg, { path, contentType })
        const streams = result.ok ? [result.value.video, result.value.audio] : [null, null]
        expect([contentType, ...streams]).toEqual([contentType, null, null])
      }
      expect(connections).toBe(0)
      server.close()
    })

    test('a type without a demuxer is refused before ffmpeg starts', async () => {
      for (const contentType of ['application/vnd.apple.mpegurl', 'image/svg+xml', 'constructor'])
        await expect(probe(ffmpeg, { path: film.path, contentType })).rejects.toThrow(TypeError)
    })

    test('no name of a file is taken for an option or an address', async () => {
      for (const path of ['-version', 'http://127.0.0.1:9/x', 'concat:a|b'])
        expect(await probe(ffmpeg, { path, contentType: 'video/mp4' })).toMatchObject({
          reason: 'failed',
          lastLines: [expect.stringContaining('No such file')],
        })
    })
  })

  describe('limits', () => {
    const encode = async (args: string[], options: Partial<Parameters<typeof runFfmpeg>[1]> = {}) =>
      runFfmpeg(ffmpeg, {
        input: film,
        inputArgs: ['-stream_loop', '-1'],
        args,
        outputFolder: await newFolder(),
        limits: LIMITS,
        ...options,
      })

    test('an endless file ends with its time', async () => {
      const began = performance.now()
      const { end } = await encode(['-f', 'null', '-'], { limits: { ...LIMITS, seconds: 1 } })
      expect(end).toBe('time')
      expect(performance.now() - began).toBeLessThan(30_000)
    })

    test('one large file, and many small ones, end with their size', async () => {
      const limits = { ...LIMITS, outputBytes: 3e6 }
      expect((await encode(['-c:v', 'rawvideo', '-f', 'rawvideo', 'large.yuv'], { limits })).end).toBe('size')
      expect((await encode(['-r', '24', 'picture-%d.bmp'], { limits })).end).toBe('size')
    })

    test.skipIf(!installed?.confinement.prlimit)('memory has a bound (needs PRLIMIT)', async () => {
      const limits = { ...LIMITS, memoryBytes: 100e6 }
      expect((await encode([...H264, '-t', '1', 'out.mp4'], { limits })).end).toBe('failed')
    })

    test('a cancelled step ends soon, and one cancelled before its start never runs', async () => {
      const abort = new AbortController()
      let cancelledAt = 0
      const { end } = await encode(['-f', 'null', '-'], {
        signal: abort.signal,
        onProgress() {
          cancelledAt ||= performance.now()
          abort.abort()
        },
      })
      expect(end).toBe('cancelled')
      expect(performance.now() - cancelledAt).toBeLessThan(30_000)
      expect((await encode(['-f', 'null', '-'], { signal: abort.signal })).end).toBe('cancelled')
    })

    test.skipIf(!installed?.confinement.setpriv)(
      'ffmpeg ends with a process that is killed (needs SETPRIV)',
      async () => {
        const outputFolder = await newFolder()
        const parent = spawn(process.execPath, ['tests/support/endless-ffmpeg.ts', film.path, outputFolder])
        await once(parent.stdout, 'data')
        const count = () => listProcesses().filter(({ command }) => command.includes(film.path)).length
        expect(count()).toBe(2)
        parent.kill('SIGKILL')
        await vi.waitFor(() => expect(count()).toBe(0), { timeout: 30_000 })
        expect((await stat(outputFolder)).isDirectory()).toBe(true)
      },
    )
  })
})
