import { expect, test } from 'vitest'
import { parseCaptions } from './caption-file.ts'
import { type Cue, checkCues, formatWebVtt, MAX_CAPTION_BYTES, MAX_CUE_CHARACTERS, MAX_CUES } from './captions.ts'

const parse = (text: string) => parseCaptions(new TextEncoder().encode(text))
const cue = (startsMs: number, endsMs: number, text = 'Hello'): Cue => ({ startsMs, endsMs, text })
const read = (...cues: Cue[]) => ({ ok: true, cues, repairs: [] })
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
  expect(parse(vtt)).toEqual(read(cue(1000, 2500, 'Hello\nthere'), cue(60_000, 61_000, 'Bye')))
})

test('SRT is read with any line ends, with or without numbers and a last line end', () => {
  const expected = read(cue(1000, 2500, 'Hello\nthere'), cue(60_000, 61_000, 'Bye'))
  for (const end of ['\n', '\r\n', '\r']) expect(parse(SRT.replaceAll('\n', end))).toEqual(expected)
  expect(parse(SRT.replaceAll(/^\d\n/gm, '').trimEnd())).toEqual(expected)
})

test('SRT’s font tags and placements are dropped, and its line breaks are lines', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#fff"><I>A</I> & B</font><br>C < D\n'
  expect(parse(srt)).toEqual(read(cue(1000, 2000, '<i>A</i> &amp; B\nC &lt; D')))
})

test.each<[string, string, number, string]>([
  ['no time', 'WEBVTT\n\nHello\n', 3, 'A time such as'],
  ['a wrong minute', 'WEBVTT\n\n00:61:00.000 --> 00:62:00.000\nA\n', 3, '“00:61:00.000” is not a time'],
  ['a wrong end', '1\n00:00:01,000 --> soon\nA\n', 2, '“soon” is not a time'],
  ['two arrows', '1\n00:00:01,000 --> 00:00:02,000 --> 3\nA\n', 2, 'more than one'],
  ['an end before the start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA\n', 3, 'ends before it starts'],
  ['captions without words', 'WEBVTT\n\n00:02.000 --> 00:04.000\n<i> &nbsp;</i>\n', 1, 'no captions'],
  ['words before the first time', 'Hello\nthere\n00:00:01,000 --> 00:00:02,000\nA\n', 1, 'A time such as'],
  ['words after a comment', 'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nwords\n\nNOTE x\n', 6, 'A time such as'],
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
  expect(parse(formatWebVtt(cues.slice(0, MAX_CUES)))).toEqual(read(...cues.slice(0, MAX_CUES)))
  expect(checkCues(cues)).toMatchObject({ ok: false, faults: [{ cue: 5001 }] })
  expect(MAX_CUES).toBe(5000)
})

test.each<[string, string, Cue[]]>([
  [
    'YouTube’s lines of one space',
    'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:01.000 --> 00:00:02.000 align:start position:0%\n \nhello<00:00:01.500><c> you</c>\n\n00:00:02.000 --> 00:00:03.000\nhello you\n \n',
    [cue(1000, 2000, 'hello you'), cue(2000, 3000, 'hello you')],
  ],
  [
    'references of every kind',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n&iquest;Qu&eacute;? &#8230; &#x1F600; &frac12; &nbsp;&hearts; AT&T\n',
    [cue(1000, 2000, '¿Qué? … 😀 ½ \u00a0♥ AT&amp;T')],
  ],
  ['hours above 9 without a zero', '1\n1:00:01,000 --> 1:00:02,000\nA\n', [cue(3_601_000, 3_602_000, 'A')]],
  [
    'a line of spaces between SRT’s captions',
    SRT.replace('\n\n2', '\n \t\n2'),
    [cue(1000, 2500, 'Hello\nthere'), cue(60_000, 61_000, 'Bye')],
  ],
])('%s keep the rules of the format', (_case, file, cues) => {
  expect(parse(file)).toEqual(read(...cues))
})

test.each<[string, string, number, string, Cue[]]>([
  ['one decimal', 'WEBVTT\n\n00:01.5 --> 00:02.000\nA\n', 3, '00:00:01.500', [cue(1500, 2000, 'A')]],
  ['two decimals', '1\n00:00:01,00 --> 00:00:02,25\nA\n', 2, '00:00:01.000', [cue(1000, 2250, 'A')]],
  ['no decimals', '1\n00:00:01 --> 00:00:02\nA\n', 2, '00:00:01.000', [cue(1000, 2000, 'A')]],
  ['microseconds', 'WEBVTT\n\n00:01.000 --> 00:02.123456\nA\n', 3, '00:00:02.123', [cue(1000, 2123, 'A')]],
  ['one digit of seconds', 'WEBVTT\n\n0:1.000 --> 0:2\nA\n', 3, '00:00:02.000', [cue(1000, 2000, 'A')]],
  [
    'a missing blank line',
    '1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB\n',
    5,
    'A blank line',
    [cue(1000, 2000, 'A'), cue(3000, 4000, 'B')],
  ],
  [
    'a line of spaces between WebVTT’s cues',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n \nname\n00:03.000 --> 00:04.000\nB\n',
    7,
    'A blank line',
    [cue(1000, 2000, 'A'), cue(3000, 4000, 'B')],
  ],
  [
    'a number before the next time, which is text in WebVTT',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nThe answer is\n42\n00:03.000 --> 00:04.000\nB\n',
    6,
    'A blank line',
    [cue(1000, 2000, 'The answer is\n42'), cue(3000, 4000, 'B')],
  ],
  [
    'an SRT number that is not the next one',
    '1\n00:00:01,000 --> 00:00:02,000\nThe answer is\n42\n00:00:03,000 --> 00:00:04,000\nB\n',
    4,
    '“42” will be read as the next caption’s name',
    [cue(1000, 2000, 'The answer is'), cue(3000, 4000, 'B')],
  ],
  [
    'words between an empty line and a time of SRT',
    '1\n00:00:01,000 --> 00:00:02,000\nA\n\nMore words\n00:00:03,000 --> 00:00:04,000\nB\n',
    5,
    '“More words” will be read as the next caption’s name',
    [cue(1000, 2000, 'A'), cue(3000, 4000, 'B')],
  ],
  ['a time in the header', 'WEBVTT\n00:01.000 --> 00:02.000\nA\n', 2, 'A blank line', [cue(1000, 2000, 'A')]],
  [
    'a time in a comment',
    'WEBVTT\n\nNOTE x\nname\n00:01.000 --> 00:02.000\nA\n',
    5,
    'A blank line',
    [cue(1000, 2000, 'A')],
  ],
  [
    'an empty line inside a caption of SRT',
    '1\n00:00:01,000 --> 00:00:02,000\nA\n\nB\n\n2\n00:00:03,000 --> 00:00:04,000\nC\n',
    2,
    'an empty line',
    [cue(1000, 2000, 'A\nB'), cue(3000, 4000, 'C')],
  ],
  [
    'a descending start',
    'WEBVTT\n\n00:02.000 --> 00:03.000\nA\n\nx\n00:01.000 --> 00:01.500\nB\n',
    7,
    'moved to its place',
    [cue(1000, 1500, 'B'), cue(2000, 3000, 'A')],
  ],
  [
    'an overlap',
    'WEBVTT\n\n00:02.000 --> 00:04.000\nA\n\n00:03.000 --> 00:05.000\nB\n',
    6,
    'end sooner',
    [cue(2000, 3000, 'A'), cue(3000, 5000, 'B')],
  ],
  [
    'two captions at once',
    'WEBVTT\n\n00:02.000 --> 00:04.000\n- A\n\n00:02.000 --> 00:05.000\n- B\n',
    6,
    'joined',
    [cue(2000, 5000, '- A\n- B')],
  ],
  [
    'an empty caption',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:02.000 --> 00:03.000\nB\n',
    3,
    'no text',
    [cue(2000, 3000, 'B')],
  ],
  [
    'a caption that lasts no time',
    'WEBVTT\n\n00:01.000 --> 00:01.000\nA\n\n00:02.000 --> 00:03.000\nB\n',
    3,
    'no time',
    [cue(1000, 2000, 'A'), cue(2000, 3000, 'B')],
  ],
])('a file with %s is repaired, and says where', (_case, file, line, reason, cues) => {
  const parsed = parse(file)
  expect(parsed).toMatchObject({ ok: true, cues })
  expect(parsed.ok && parsed.repairs).toContainEqual({ line, reason: expect.stringContaining(reason) })
  expect(parse(formatWebVtt(cues))).toEqual(read(...cues))
})

test('captions of other speakers, and of one who waits, are not repaired', () => {
  const file = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>A\n\n00:02.000 --> 00:04.000\n<v Ben>B\n'
  expect(parse(file)).toEqual(read(cue(1000, 3000, '<v Ann>A</v>'), cue(2000, 4000, '<v Ben>B</v>')))
})
