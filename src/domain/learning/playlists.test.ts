import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { parseCaptions } from './captions/caption-file.ts'
import {
  formatMasterPlaylist,
  formatMediaPlaylist,
  getAverageBitrate,
  getPeakBitrate,
  getSegmentName,
  INIT_SEGMENT,
  type MediaSegment,
  type PlaylistRendition,
  parseSegmentName,
} from './playlists.ts'
import { formatStoryboard, planStoryboard, TILES_PER_SIDE } from './storyboard.ts'

const segments: MediaSegment[] = [
  { durationMs: 6000, bytes: 600_000 },
  { durationMs: 6006, bytes: 300_000 },
  { durationMs: 1200, bytes: 300_000 },
]
const rendition: PlaylistRendition = {
  name: 'video-360',
  width: 640,
  height: 360,
  codec: 'avc1.64001e,mp4a.40.2',
  framesPerSecond: 29.97,
  segments,
}

test('the playlist of a rendition lists its segments with their lengths', () => {
  expect(formatMediaPlaylist(segments)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="${INIT_SEGMENT}"
#EXTINF:6.000,
0.m4s
#EXTINF:6.006,
1.m4s
#EXTINF:1.200,
2.m4s
#EXT-X-ENDLIST
`)
})

test('the master playlist lists the renditions that exist, the smallest first', () => {
  const larger = { ...rendition, name: 'video-720', width: 1280, height: 720 }
  expect(formatMasterPlaylist([larger, rendition])).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=726943,RESOLUTION=640x360,FRAME-RATE=29.970,CODECS="avc1.64001e,mp4a.40.2"
video-360/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=726943,RESOLUTION=1280x720,FRAME-RATE=29.970,CODECS="avc1.64001e,mp4a.40.2"
video-720/index.m3u8
`)
})

test('the peak leaves out a short last segment, and is the average of a clip shorter than that', () => {
  expect(getPeakBitrate(segments)).toBe(800_000)
  expect(getPeakBitrate([{ durationMs: 400, bytes: 1000 }])).toBe(20_000)
})

test('a playlist without segments, with a wrong length, or with a name that breaks its lines is refused', () => {
  expect(() => formatMediaPlaylist([])).toThrow(RangeError)
  expect(() => formatMediaPlaylist([{ durationMs: 0, bytes: 5 }])).toThrow(RangeError)
  expect(() => formatMasterPlaylist([])).toThrow(RangeError)
  for (const wrong of [{ name: '../x' }, { name: 'a\n#EXT' }, { codec: 'avc1",X="' }, { codec: '' }])
    expect(() => formatMasterPlaylist([{ ...rendition, ...wrong }])).toThrow(RangeError)
})

test('a segment name is read back, and no other text is a segment', () => {
  for (const index of [0, 9, 3599]) expect(parseSegmentName(getSegmentName(index))).toBe(index)
  for (const wrong of ['', '00.m4s', '1.mp4', '-1.m4s', '1.m4s/..', '../1.m4s', '1.m4s\n', '9999999.m4s'])
    expect(parseSegmentName(wrong)).toBeNull()
})

test('law: the target holds every segment, the lengths add up, and the peak is never below the average', () => {
  const lists = fc.array(fc.record({ durationMs: fc.integer({ min: 1, max: 12_000 }), bytes: fc.nat(5_000_000) }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(lists, (list) => {
      const text = formatMediaPlaylist(list)
      const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1])
      const lengths = [...text.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)]
      expect(lengths.map(([, seconds]) => Math.round(Number(seconds) * 1000))).toEqual(
        list.map((one) => one.durationMs),
      )
      expect(lengths.map(([, , name]) => parseSegmentName(name ?? ''))).toEqual([...list.keys()])
      for (const [, seconds] of lengths) expect(Math.round(Number(seconds))).toBeLessThanOrEqual(target)
      expect(getPeakBitrate(list)).toBeGreaterThanOrEqual(getAverageBitrate(list))
    }),
    countComputedOrders(500),
  )
})

test('a storyboard has a tile every two seconds, 300 at most, in sprites of 100', () => {
  const video = { width: 1920, height: 1080 }
  expect(planStoryboard({ ...video, durationMs: 20_000 })).toMatchObject({
    intervalMs: 2000,
    tileCount: 10,
    spriteCount: 1,
  })
  expect(planStoryboard({ ...video, durationMs: 3_600_000 })).toMatchObject({
    intervalMs: 12_000,
    tileCount: 300,
    spriteCount: 3,
  })
  expect(planStoryboard({ ...video, durationMs: 1 })).toMatchObject({ tileCount: 1, tileWidth: 160, tileHeight: 90 })
  expect(planStoryboard({ width: 1080, height: 1920, durationMs: 5000 })).toMatchObject({ tileHeight: 284 })
  expect(() => planStoryboard({ ...video, durationMs: 0 })).toThrow(RangeError)
})

test('law: the map of a storyboard is WebVTT that covers the whole length without gaps, within its sprites', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 * 3600 * 1000 }), (durationMs) => {
      const plan = planStoryboard({ durationMs, width: 640, height: 360 })
      expect(plan.tileCount).toBeLessThanOrEqual(300)
      const parsed = parseCaptions(new TextEncoder().encode(formatStoryboard(plan)))
      if (!parsed.ok) return expect(parsed.faults).toEqual([])
      expect(parsed.cues.map(({ startsMs }) => startsMs)).toEqual([
        0,
        ...parsed.cues.slice(0, -1).map(({ endsMs }) => endsMs),
      ])
      expect(parsed.cues.at(-1)?.endsMs).toBe(durationMs)
      for (const { text } of parsed.cues) {
        const [, sprite, x, y] = /^(\d+)\.webp#xywh=(\d+),(\d+),160,90$/.exec(text) ?? []
        expect(Number(sprite)).toBeLessThan(plan.spriteCount)
        expect(Math.max(Number(x) / 160, Number(y) / 90)).toBeLessThan(TILES_PER_SIDE)
      }
      expect(new Set(parsed.cues.map(({ text }) => text)).size).toBe(plan.tileCount)
    }),
    countComputedOrders(100),
  )
})
