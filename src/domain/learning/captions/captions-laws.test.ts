/** Laws of captions over random texts, cues and damaged files. docs/contract §13. */
import { decodeHTML } from 'entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../../tests/support/laws.ts'
import { parseCaptions } from './caption-file.ts'
import { getPlainCueText, joinText, parseCueText } from './caption-text.ts'
import { type Cue, checkCues, formatSrt, formatWebVtt, MAX_CUE_MS, shiftCues } from './captions.ts'
import { cleanCueText } from './clean-cue-text.ts'

const pieces = fc.constantFrom(
  ...['<i>', '</i>', '<b>', '</b>', '<u.x>', '</u>', '<v Ann>', '<v B&amp;C>', '</v>', '<c>', '</c>', '<v>', '<br>'],
  ...[
    '<00:01.000>',
    '<script>',
    '<',
    '>',
    '&',
    '&amp;',
    '&lt;',
    '&nbsp;',
    '&#39;',
    '&eacute;',
    '&copy',
    '&#10;',
    '-->',
    '\n',
    '\n\n',
    ' ',
    '\t',
  ],
  ...[
    'NOTE',
    'STYLE',
    'WEBVTT',
    '1',
    '{\\an8}',
    '\u0000',
    '\u2028',
    '\ud83d',
    '\udca9',
    '😀',
    'word',
    '00:01.000 --> 00:02.000',
  ],
)
const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 25 })
  .map((all) => all.join(''))
const cues: fc.Arbitrary<Cue[]> = fc
  .array(fc.record({ gap: fc.nat(5000), span: fc.integer({ min: 1, max: 9000 }), text: texts }), { maxLength: 8 })
  .map((rows) => {
    let at = 0
    return rows.flatMap(({ gap, span, text }) => {
      const startsMs = at + gap
      at = startsMs + span
      return cleanCueText(text) === '' ? [] : [{ startsMs, endsMs: at, text }]
    })
  })
const encode = (text: string) => new TextEncoder().encode(text)

test('law: cleaned text changes no more, holds only i b u v, and loses no words', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const cleaned = cleanCueText(text)
      expect(cleanCueText(cleaned)).toBe(cleaned)
      expect(cleaned.replaceAll(/<(?:\/?[ibu]|\/v|v [^<>\n]+)>/g, '')).not.toMatch(/[<>]/)
      expect(cleaned).not.toMatch(/^\s|\s$|\n\s*\n/)
      expect(getPlainCueText(cleaned).replaceAll(/\s/g, '')).toBe(
        joinText(parseCueText(text.toWellFormed().replaceAll(/(?![\t\n])\p{Cc}/gu, ''), decodeHTML)).replaceAll(
          /\s/g,
          '',
        ),
      )
    }),
    countComputedOrders(3000),
  )
})

test('law: a printed file reads as the same cues, and prints as the same file', () => {
  fc.assert(
    fc.property(cues, (input) => {
      const checked = checkCues(input)
      if (!checked.ok || checked.cues.length === 0) return
      const file = formatWebVtt(checked.cues)
      const parsed = parseCaptions(encode(file))
      expect(parsed).toEqual({ ok: true, cues: checked.cues, repairs: [] })
      expect(parsed.ok && formatWebVtt(parsed.cues)).toBe(file)
      const srt = formatSrt(checked.cues)
      const parsedSrt = parseCaptions(encode(srt))
      if (!checked.cues.some(({ text }) => text.includes('{\\'))) expect(parsedSrt).toEqual(parsed)
      if (srt !== '') expect(parsedSrt.ok && formatSrt(parsedSrt.cues)).toBe(srt)
    }),
    countComputedOrders(2000),
  )
})

test('law: any file is read or refused by a line that it has, and what is read passes every rule again', () => {
  const lines = fc.array(
    fc.oneof(texts, fc.constantFrom('', '', '00:01.000 --> 00:02.000', '00:00:03,000 --> 00:00:04,000')),
    {
      maxLength: 12,
    },
  )
  fc.assert(
    fc.property(fc.constantFrom('WEBVTT\n\n', 'WEBVTT\n', '', '\ufeff1\n'), lines, (start, rest) => {
      const file = `${start}${rest.join('\n')}`
      const parsed = parseCaptions(encode(file))
      const notes = parsed.ok ? parsed.repairs : parsed.faults
      if (parsed.ok) {
        expect(parseCaptions(encode(formatWebVtt(parsed.cues)))).toEqual({ ...parsed, repairs: [] })
        expect(checkCues(parsed.cues)).toEqual({ ok: true, cues: parsed.cues })
      } else expect(notes.length).toBeGreaterThan(0)
      const count = file.toWellFormed().split(/\r\n?|\n/).length
      for (const { line } of notes) expect(line >= 1 && line <= count).toBe(true)
    }),
    countComputedOrders(3000),
  )
})

test('law: random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => parseCaptions(bytes)).not.toThrow()
    }),
    countComputedOrders(2000),
  )
})

test('law: moved cues keep every rule, and moving back restores what was not cut', () => {
  fc.assert(
    fc.property(cues, fc.integer({ min: -20_000, max: 20_000 }), (input, offsetMs) => {
      const checked = checkCues(input)
      if (!checked.ok) return
      const moved = shiftCues(checked.cues, offsetMs)
      expect(checkCues(moved)).toEqual({ ok: true, cues: moved })
      const isCut = checked.cues.some(
        ({ startsMs, endsMs }) => startsMs + offsetMs < 0 || endsMs + offsetMs > MAX_CUE_MS,
      )
      if (!isCut) expect(shiftCues(moved, -offsetMs)).toEqual(checked.cues)
    }),
    countComputedOrders(1000),
  )
})

test('a hostile file of 2 MB is read or refused within twenty seconds of processor time', () => {
  const times = '00:00:01.000 --> 00:00:02.000\n'
  for (const text of [
    '<'.repeat(9000),
    '<i>'.repeat(3000),
    '<v A>'.repeat(1800),
    '&amp;'.repeat(1800),
    '<a '.repeat(3000),
  ]) {
    const file = encode(`WEBVTT\n\n${`${times}${text}\n\n`.repeat(Math.floor(2_000_000 / (text.length + 40)))}`)
    const start = process.cpuUsage()
    expect(parseCaptions(file).ok).toBe(false)
    const { user, system } = process.cpuUsage(start)
    expect(user + system).toBeLessThan(20_000_000)
  }
})
