import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../../../tests/support/random.ts'
import { readMediaFactsInWorker } from './read-in-worker.ts'

const clip = readFileSync('content/courses/mcom/middle.mp4')
const folder = mkdtempSync(join(tmpdir(), 'understudy-facts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(content: Uint8Array, seconds?: number) {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return readMediaFactsInWorker(path, new AbortController().signal, seconds)
}

/** Frames of 128 kbit/s at 44.1 kHz: 26.1 ms each. */
function createMp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc0])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

test('the length and the size of an MP4 and of an MP3 are read', async () => {
  const video = { width: 640, height: 360 }
  expect(await read(clip)).toEqual({ durationMs: 20_000, video, hasAudio: false, isPlayable: true })
  const sound = await read(createMp3(100))
  expect(sound).toMatchObject({ video: null, hasAudio: true })
  expect(sound!.durationMs).toBeCloseTo(2612, -2)
})

test('a file that is no media, or is cut off in its index, has no facts', async () => {
  for (const content of ['', 'bytes', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n', clip.subarray(0, 400)])
    expect(await read(Buffer.from(content))).toBeNull()
})

test('damaged files end in their time, with facts or without, and never with an error', async () => {
  const random = createRandom(20_261_124)
  for (let round = 0; round < 20; round++) {
    const damaged = Buffer.from(clip.subarray(0, 20_000))
    for (let byte = 0; byte < 12; byte++) damaged[Math.floor(random.next() * 4000)] = Math.floor(random.next() * 256)
    const began = performance.now()
    const facts = await read(damaged, 0.3)
    expect(performance.now() - began).toBeLessThan(30_000)
    if (facts) expect(facts.durationMs).toBeGreaterThan(0)
  }
})
