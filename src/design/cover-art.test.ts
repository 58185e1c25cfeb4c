import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { coverArt } from './cover-art.ts'
import { MOTIFS, type MotifName } from './cover-motifs.ts'
import { HUES } from './tokens.ts'

const LONGEST_POSTER = 12 * 1024
const motifs = Object.keys(MOTIFS) as MotifName[]

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

describe('the same seed always gives the same picture', () => {
  test.each(motifs)('%s', (motif) => {
    expect(digest(coverArt('FOREVER-1', { hue: HUES.vermilion, motif }))).toMatchSnapshot()
  })
})

test('a different seed, hue or motif gives a different picture', () => {
  const pictures = ['NG-1', 'NG-2'].flatMap((seed) =>
    [HUES.teal, HUES.rose].flatMap((hue) => motifs.map((motif) => coverArt(seed, { hue, motif }))),
  )
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('every poster is at most 12 KB, and has no id, style or class that could clash with the page', () => {
  for (const motif of motifs) {
    for (let seed = 0; seed < 25; seed++) {
      const poster = coverArt(`SEED-${seed}`, { hue: (seed * 37) % 360, motif })
      expect(poster.length).toBeLessThanOrEqual(LONGEST_POSTER)
      expect(poster).not.toMatch(/\sid=|NaN|undefined|\sstyle=/)
      expect(poster.match(/class="[^"]*"/g)?.every((name) => name.startsWith('class="art-'))).toBe(true)
    }
  }
})

test('the background follows dark mode, except where the picture covers it', () => {
  const dark = (motif: MotifName) =>
    coverArt('NG-5', { hue: HUES.vermilion, motif }).includes('prefers-color-scheme:dark')
  expect(dark('strata')).toBe(true)
  expect(dark('signal')).toBe(true)
  expect(dark('aperture')).toBe(false)
})
