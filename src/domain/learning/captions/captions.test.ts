import { expect, test } from 'vitest'
import { getPlainCueText, listSpeakers, parseCueText } from './caption-text.ts'
import { type Cue, checkCues, formatTime, shiftCues } from './captions.ts'
import { cleanCueText } from './clean-cue-text.ts'

const cue = (startsMs: number, endsMs: number, text = 'Hello'): Cue => ({ startsMs, endsMs, text })

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
  ['caf&eacute; &#8211; &#x2026; &hellip; &euro;5 &lrm;&zwj;', 'café – … … €5 \u200e\u200d'],
  ['AT&T, R&D &copy 2026 &ampamp;', 'AT&amp;T, R&amp;D © 2026 &amp;amp;'],
  ['<v Ren&eacute;e>Oui', '<v Renée>Oui</v>'],
  ['a&#0;b&#1;c&#xD800;d&#10;e&#13;f', 'a\ufffdbc\ufffdd\ne\nf'],
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
