/** Random texts of lessons: Markdown as people and programs write it, with every mark in odd places. */
import fc from 'fast-check'

const ASSET = '0190e6a0-0000-7000-8000-000000000001'
const WORDS = [
  'light',
  'the bag',
  'Straße',
  'مرحبا بكم',
  '光',
  'a_b_c',
  '2 * 3',
  'x~y',
  '1.',
  '#',
  '-',
  '+',
  '>',
  '=',
  '|',
  '&amp;',
  '&',
  '<b>',
  '!',
  ':',
  '\u00a0',
  '"so"',
  '(yes)',
  '\\',
  '`',
  '*',
  '_',
  '~~',
  '[',
  ']',
  '^',
  '...',
  '🎬',
  'https://a.test/x_(y)',
  'me@a.test',
  'e\u0301',
] as const
const word = fc.constantFrom(...WORDS)
const plain = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))

const inline: fc.Arbitrary<string> = fc.letrec<{ inline: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plain,
    word,
    tie('inline').map((text) => `**${text}**`),
    tie('inline').map((text) => `*${text}*`),
    tie('inline').map((text) => `_${text}_`),
    tie('inline').map((text) => `~~${text}~~`),
    fc.constantFrom('`code`', '`` a`b ``', '` x `', '`a|b`', '`a\\|b`'),
    tie('inline').map((text) => `[${text}](https://a.test/a_b)`),
    tie('inline').map((text) => `[${text}](<https://a.test/x_(y)> "A \\"title\\"")`),
    fc.constantFrom('[a][ref]', '[ref]', '[x](/faq)', '[x](#light)', '[x](notes.pdf)', '[x](javascript:a())'),
    fc.constantFrom(`![A plan](asset:${ASSET})`, `![A *plan*](asset:${ASSET})`, '![z](https://b.test/z.png)'),
    fc.constantFrom(
      'https://a.test/',
      'http://a.test/ü?b=1&c=2',
      '<https://a.test/x>',
      '<me@a.test>',
      'word[^a]',
      '[^b]',
      '^[now]',
    ),
    fc.constantFrom('a\\\nb', 'a  \nb', 'a\nb', '\\*no\\*', '&#32;', '&copy;'),
  ),
  inline: fc
    .array(tie('part'), { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom(parts.join(' '), parts.join(''))),
})).inline

const indent = (text: string, by: string) =>
  text
    .split('\n')
    .map((line, at) => (at === 0 || line === '' ? line : by + line))
    .join('\n')

const block: fc.Arbitrary<string> = fc.letrec<{ block: string; list: string }>((tie) => ({
  list: fc
    .record({
      items: fc.array(fc.array(fc.oneof({ maxDepth: 2 }, inline, tie('block')), { minLength: 0, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
      mark: fc.constantFrom('-', '*', '+', '1.', '7)', '10.'),
      between: fc.constantFrom('\n', '\n\n'),
      inside: fc.constantFrom('\n', '\n\n'),
    })
    .map(({ items, mark, between, inside }) =>
      items.map((blocks) => `${mark} ${indent(blocks.join(inside), ' '.repeat(mark.length + 1))}`).join(between),
    ),
  block: fc.oneof(
    { maxDepth: 2 },
    inline,
    fc.tuple(fc.constantFrom('#', '##', '###', '######'), inline).map(([marks, text]) => `${marks} ${text}`),
    inline.map((text) => `${text}\n---`),
    inline.map((text) => `${text}\n===`),
    tie('list'),
    tie('block').map((text) => `> ${text.split('\n').join('\n> ')}`),
    tie('block').map((text) => `> ${text}`),
    fc
      .tuple(
        fc.array(fc.constantFrom('a < b', '```', '', '  x', '\ty', '# no', '| a |', '~~~'), { maxLength: 4 }),
        fc.constantFrom('```', '~~~~', '````js', '``` a b'),
      )
      .map(([lines, fence]) => [fence, ...lines, /^[`~]+/.exec(fence)![0]].join('\n')),
    fc.constantFrom(
      '    indented\n    code',
      '```\nno end',
      '---',
      '***',
      '* * *',
      '[ref]: https://a.test/ref "Title"',
      '[^a]: A source.',
      '[^b]: One\n\n    Two',
      '<div>\nno\n</div>',
      '\t',
      'a\n    b',
    ),
    fc
      .tuple(
        fc.array(fc.tuple(inline, inline), { maxLength: 3 }),
        fc.constantFrom('| --- | :-: |', '|---|---|', ':-- | --:'),
      )
      .map(([rows, rule]) =>
        [
          '| one | two |',
          rule,
          ...rows.map(([a, b]) => `| ${a.replaceAll('\n', ' ')} | ${b.replaceAll('\n', ' ')} |`),
        ].join('\n'),
      ),
  ),
})).block

/** Whole texts. */
export const randomText = fc
  .record({
    blocks: fc.array(block, { maxLength: 7 }),
    gap: fc.constantFrom('\n\n', '\n', '\n\n\n', '\r\n\r\n', '\n \n'),
    start: fc.constantFrom('', '', '\n', ' ', '\t\n'),
    end: fc.constantFrom('', '\n', '\n\n', ' \n'),
  })
  .map(({ blocks, gap, start, end }) => start + blocks.join(gap) + end)
