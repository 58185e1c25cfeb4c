import { expect, test } from 'vitest'
import type { TextElement, TextNode } from '../wire/text.ts'
import { parseLessonText } from './lesson-text.ts'

const ASSET = '0190e6a0-0000-7000-8000-000000000001'

test('Markdown becomes paragraphs, lists, code, tables and headings below the title of the page', () => {
  const text = parseLessonText(
    '# Light\n\nTurn **round**.\n\n1. One\n2. Two\n\n```\na < b\n```\n\n| a |\n| - |\n| `b` |',
  )
  expect(text).toEqual([
    { tag: 'h2', id: 'text-light', children: ['Light'] },
    { tag: 'p', children: ['Turn ', { tag: 'strong', children: ['round'] }, '.'] },
    {
      tag: 'ol',
      children: [
        { tag: 'li', children: ['One'] },
        { tag: 'li', children: ['Two'] },
      ],
    },
    { tag: 'pre', children: [{ tag: 'code', children: ['a < b'] }] },
    {
      tag: 'table',
      children: [
        { tag: 'thead', children: [{ tag: 'tr', children: [{ tag: 'th', children: ['a'] }] }] },
        {
          tag: 'tbody',
          children: [{ tag: 'tr', children: [{ tag: 'td', children: [{ tag: 'code', children: ['b'] }] }] }],
        },
      ],
    },
  ])
})

test('columns of a table stand where the text says', () => {
  const [table] = parseLessonText('| l | c | r | n |\n| :-- | :-: | --: | - |\n| 1 | 2 | 3 | 4 |') as TextElement[]
  const list = (node: TextNode): unknown[] =>
    typeof node === 'string' ? [] : /^t[hd]$/.test(node.tag) ? [node.align] : node.children.flatMap(list)
  expect(list(table!)).toEqual(['left', 'center', 'right', undefined, 'left', 'center', 'right', undefined])
})

test('headings have the names of GitHub, and links of the text lead to them', () => {
  const text = parseLessonText('## The *first* light, again!\n\n## Über uns\n\n## Über uns\n\n[x](#über-uns-1) [y](#a)')
  const headings = text.filter((node) => typeof node !== 'string' && node.tag === 'h2') as TextElement[]
  expect(headings.map(({ id }) => id)).toEqual(['text-the-first-light-again', 'text-über-uns', 'text-über-uns-1'])
  const hrefs = JSON.stringify(text).match(/"href":"[^"]+"/g)
  expect(hrefs).toEqual(['"href":"#text-%C3%BCber-uns-1"', '"href":"#text-a"'])
})

test('HTML stays text, and links and images lead only where they may', () => {
  const text = JSON.stringify(
    parseLessonText(
      `<script>alert(1)</script> [x](javascript:alert(1)) [y](data:text/html,z) ![z](https://evil.test/a.png) ![A plan](asset:${ASSET}) https://a.test/`,
    ),
  )
  expect(text).toContain('<script>alert(1)</script> [x](javascript:alert(1)) [y](data:text/html,z)')
  expect(text).not.toContain('evil.test')
  expect(text).toContain(`{"tag":"img","assetId":"${ASSET}","alt":"A plan","children":[]}`)
  expect(text).toContain('{"tag":"a","href":"https://a.test/","children":["https://a.test/"]}')
})

test('a footnote and its reference lead to each other', () => {
  expect(parseLessonText('Words[^a].\n\n[^a]: A source.')).toEqual([
    {
      tag: 'p',
      children: ['Words', { tag: 'sup', id: 'footnote-1-from-1', href: '#footnote-1', children: ['1'] }, '.'],
    },
    {
      tag: 'footnotes',
      children: [
        {
          tag: 'li',
          id: 'footnote-1',
          children: [{ tag: 'p', children: ['A source.', { tag: 'back', href: '#footnote-1-from-1', children: [] }] }],
        },
      ],
    },
  ])
})

test('a link without a whole address, or one that looks like a path and leads to another site, stays text; a path of this site is a link', () => {
  for (const url of [
    '//evil.test',
    '//evil.test/a',
    '<//evil.test>',
    '///evil.test',
    'notes.pdf',
    '../x',
    '?a=1',
    'ftp://a.test/',
  ])
    expect([url, JSON.stringify(parseLessonText(`[Log in](${url})`))]).toEqual([
      url,
      expect.not.stringContaining('href'),
    ])
  expect(parseLessonText('[Questions](/faq)')).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: '/faq', children: ['Questions'] }] },
  ])
})
