import { expect, test } from 'vitest'
import { cleanCueText, getPlainCueText, listSpeakers, parseCueText } from './caption-text.ts'
import {
  type Cue,
  checkCues,
  formatTime,
  formatWebVtt,
  MAX_CAPTION_BYTES,
  MAX_CUE_CHARACTERS,
  MAX_CUES,
  parseCaptions,
  shiftCues,
} from './captions.ts'

const parse = (text: string) => parseCaptions(new TextEncoder().encode(text))
const cue = (startsMs: number, endsMs: number, text = 'Hello'): Cue => ({ startsMs, endsMs, text })
const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n00:01:00,000 --> 00:01:01,000\nBye\n'

test('WebVTT is read with its header, comments, styles, names and settings left out', () => {
  const vtt = [
    '\ufeffWEBVTT - a title',
    'Kind: captions',
    '',
    'STYLE',
    '::cue { color: red }',
    '',
    'NOTE a comment',
    'over two lines',
    '',
    'first',
    '00:01.000 --> 00:02.500 align:start position:10%',
    'Hello',
    'there',
    '',
    '',
    '00:01:00.000 --> 00:01:01.000',
    'Bye',
  ].join('\n')
  expect(parse(vtt)).toEqual({ ok: true, cues: [cue(1000, 2500, 'Hello\nthere'), cue(60_000, 61_000, 'Bye')] })
})

test('SRT is read with any line ends, with or without numbers and a last line end', () => {
  const expected = { ok: true, cues: [cue(1000, 2500, 'Hello\nthere'), cue(60_000, 61_000, 'Bye')] }
  for (const end of ['\n', '\r\n', '\r']) expect(parse(SRT.replaceAll('\n', end))).toEqual(expected)
  expect(parse(SRT.replaceAll(/^\d\n/gm, '').trimEnd())).toEqual(expected)
})

test('SRT’s font tags and placements are dropped, and its line breaks are lines', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#fff"><I>A</I> & B</font><br>C < D\n'
  expect(parse(srt)).toEqual({ ok: true, cues: [cue(1000, 2000, '<i>A</i> &amp; B\nC &lt; D')] })
})

test.each<[string, string, number, string]>([
  ['no time', 'WEBVTT\n\nHello\n', 3, 'A time such as'],
  ['a wrong minute', 'WEBVTT\n\n00:61:00.000 --> 00:62:00.000\nA\n', 3, '“00:61:00.000” is not a time'],
  ['a wrong end', '1\n00:00:01,000 --> soon\nA\n', 2, '“soon” is not a time'],
  ['no milliseconds', '1\n00:00:01 --> 00:00:02\nA\n', 2, '“00:00:01” is not a time'],
  ['two arrows', '1\n00:00:01,000 --> 00:00:02,000 --> 3\nA\n', 2, 'more than one'],
  [
    'a missing blank line',
    '1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB\n',
    5,
    'A blank line',
  ],
  ['a time in the header', 'WEBVTT\n00:01.000 --> 00:02.000\nA\n', 2, 'A blank line'],
  ['a time in a comment', 'WEBVTT\n\nNOTE x\nname\n00:01.000 --> 00:02.000\nA\n', 5, 'A blank line'],
  ['an end before the start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA\n', 3, 'ends before it starts'],
  [
    'a descending start',
    'WEBVTT\n\n00:02.000 --> 00:03.000\nA\n\nx\n00:01.000 --> 00:01.500\nB\n',
    7,
    'before the previous',
  ],
  ['an overlap', 'WEBVTT\n\n00:02.000 --> 00:04.000\nA\n\n00:03.000 --> 00:05.000\nB\n', 6, 'overlaps'],
  ['no text', 'WEBVTT\n\n00:02.000 --> 00:04.000\n<i> &nbsp;</i>\n', 3, 'no text'],
  ['too much text', `WEBVTT\n\n00:02.000 --> 00:04.000\n${'é'.repeat(MAX_CUE_CHARACTERS + 1)}\n`, 3, 'more than 1,000'],
  ['far too much text', `WEBVTT\n\n00:02.000 --> 00:04.000\n${'<c>'.repeat(90_000)}\n`, 3, 'more than 1,000'],
  ['no cues', 'WEBVTT\n\nNOTE only this\n', 1, 'no captions'],
  ['an empty file', '', 1, 'no captions'],
])('a file with %s is refused by line and reason', (_case, text, line, reason) => {
  expect(parse(text)).toEqual({ ok: false, faults: [{ line, reason: expect.stringContaining(reason) }] })
})

test('every fault of a file is listed, 20 at most', () => {
  const faults = (count: number) => parse(`WEBVTT\n\n${'wrong\n\n'.repeat(count)}`)
  expect(faults(3)).toMatchObject({ ok: false, faults: [{ line: 3 }, { line: 5 }, { line: 7 }] })
  const many = faults(50)
  expect(!many.ok && many.faults.length).toBe(20)
})

test('a file that is too large, or not UTF-8, is refused with the line of its first wrong byte', () => {
  expect(parseCaptions(new Uint8Array(MAX_CAPTION_BYTES + 1))).toMatchObject({ ok: false, faults: [{ line: 1 }] })
  const latin1 = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\ncafé\n', 'latin1')
  expect(parseCaptions(latin1)).toMatchObject({
    ok: false,
    faults: [{ line: 4, reason: expect.stringContaining('UTF-8') }],
  })
  expect(parseCaptions(Buffer.from(`\ufeff${SRT}`, 'utf16le'))).toMatchObject({ ok: false, faults: [{ line: 1 }] })
})

test('5,000 cues are read and one more is refused', () => {
  const cues = Array.from({ length: MAX_CUES + 1 }, (_, at) => cue(at * 10, at * 10 + 10))
  expect(parse(formatWebVtt(cues.slice(0, MAX_CUES)))).toEqual({ ok: true, cues: cues.slice(0, MAX_CUES) })
  expect(checkCues(cues)).toMatchObject({ ok: false, faults: [{ cue: 5001 }] })
  expect(MAX_CUES).toBe(5000)
})

test('two speakers may talk at once, one speaker may not', () => {
  const talk = (first: string, second: string) => checkCues([cue(0, 2000, first), cue(1000, 3000, second)]).ok
  expect(talk('<v Ann>Yes', '<v Ben>No')).toBe(true)
  expect(talk('<v Ann>Yes', 'No')).toBe(true)
  expect(talk('<v Ann>Yes', '<v Ann>No')).toBe(false)
  expect(talk('<v Ann>Yes</v><v Ben>Yes', '<v Ben>No')).toBe(false)
})

test('cues of the editor are refused by number for times that are no whole milliseconds within 100 hours', () => {
  for (const wrong of [cue(-1, 5), cue(0.5, 5), cue(0, Number.NaN), cue(0, 360_000_000)])
    expect(checkCues([cue(0, 0), wrong])).toMatchObject({ ok: false, faults: [{ cue: 1 }, { cue: 2 }] })
})

test.each([
  ['<b>x</b><script>alert(1)</script>', '<b>x</b>&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['<i onclick="x()">a</i>', '<i>a</i>'],
  ['<v.loud  Ann "x" >Hi', '<v Ann "x">Hi</v>'],
  ['<v A>one\n<v B>two', '<v A>one\n</v><v B>two</v>'],
  ['<c.yellow>a</c> <lang en>b</lang> <00:01.000>c', 'a b c'],
  ['<b><i>x</b>y</i>z', '<b><i>xy</i>z</b>'],
  ['<i>a<i>b</i>c</i>d', '<i>abc</i>d'],
  ['a\n<i> </i>\n\u0000\n  b  ', 'a\nb'],
  ['1 < 2 > 0 && <3', '1 &lt; 2 &gt; 0 &amp;&amp; &lt;3'],
  ['&lt;b&gt; &amp;lt; &bogus; &constructor;', '&lt;b&gt; &amp;lt; &amp;bogus; &amp;constructor;'],
  ['\ud800x', '\ufffdx'],
])('the text %j is stored as %j', (text, cleaned) => {
  expect(cleanCueText(text)).toBe(cleaned)
})

test('a cue has plain words for the search, speakers, and a tree for the player', () => {
  const text = '<v Ann>Look, <i>there</i> &amp; here</v>'
  expect(getPlainCueText(text)).toBe('Look, there & here')
  expect(listSpeakers(text)).toEqual(['Ann'])
  expect(parseCueText(text)).toEqual([
    { tag: 'v', speaker: 'Ann', children: ['Look, ', { tag: 'i', speaker: '', children: ['there'] }, ' & here'] },
  ])
})

test('times are printed with hours, and cues move by an offset within the media', () => {
  expect([0, 61_001, 3_723_456, 359_999_999].map(formatTime)).toEqual([
    '00:00:00.000',
    '00:01:01.001',
    '01:02:03.456',
    '99:59:59.999',
  ])
  expect(shiftCues([cue(0, 1000), cue(1000, 3000)], -1500)).toEqual([cue(0, 1500)])
  expect(shiftCues([cue(0, 1000)], 250)).toEqual([cue(250, 1250)])
  expect(shiftCues([cue(359_999_000, 359_999_999)], 10_000)).toEqual([])
})
