/** Lesson texts in the shapes that course authors write: those of the demo, and others of the kinds that public courses have. */
import { readFileSync } from 'node:fs'

const readDemo = (path: string) => readFileSync(new URL(`../../content/courses/${path}`, import.meta.url), 'utf8')
const ASSET = '0190e6a0-0000-7000-8000-000000000001'

export const LESSON_TEXTS: readonly (readonly [shape: string, text: string])[] = [
  ['the demo’s list of what to pack', readDemo('ng/phone-ready.md')],
  ['the demo’s plan on one page', readDemo('ng/one-page-plan.md')],
  ['the demo’s recap of a session', readDemo('snd/voice.recap.md')],
  [
    'a page of notes with underlined headings, stars and two spaces at the end of lines',
    `Reading a histogram
===================

A histogram counts pixels.  
Dark ones are on the left.

What to look for
----------------

*   A mountain in the middle: an even picture.
*   A wall on the left: black without detail.
    Open the lens.
*   A wall on the right: white without detail.

* * *

Next: *colour*.
`,
  ],
  [
    'steps that begin at zero, with code in them',
    `# Set up your project

0. Open a terminal.
1. Make a folder:

   \`\`\`bash
   mkdir -p notes/{one,two}
   cd notes
   \`\`\`

2. Write a file:

   \`\`\`python
   def greet(name: str) -> str:
       """Says *hello*."""

       return f"Hello, {name}!"
   \`\`\`

   It prints \`Hello, Ada!\`. Nothing else.
3. Stop here.
`,
  ],
  [
    'tables with alignments, code with pipes and empty cells',
    `## Operators

| Operator | Meaning | Example |
|:---------|:-------:|--------:|
| \`\\|\` | or | \`a \\| b\` |
| \`&\` | and | \`a & b\` |
| \`!\` | not | |
| **\`^\`** | *either*, [not both](https://a.test/xor_(logic)) | \`a ^ b\` |

One | Two
--- | ---
1 | 2
3
`,
  ],
  [
    'footnotes of several paragraphs, cited twice',
    `Bread is old[^old]. Yeast is older[^yeast], and wild yeast is everywhere[^old].

[^old]: At least 14,000 years, by crumbs from a hearth.

    The oven came later.

[^yeast]: A fungus. See *any* book.

Now mix the dough.
`,
  ],
  [
    'lists in lists in lists',
    `### Checklist

- Picture
  - Lens clean
    - cloth
    - no breath
  - Exposure locked
- Sound
    1. Wind off
    2. Levels
        - peaks at −12 dB
        - never red
- Story

1) One
2) Two

10. Ten
11. Eleven
`,
  ],
  [
    'links with parentheses, references and bare addresses',
    `Read about [the lens (optics)](https://en.example.org/wiki/Lens_(optics)), then [Snell's law][snell]
and [the same again][Snell]. More at https://a.test/light?x=1&y=2, or write to light@a.test.

Also <https://b.test/a_b>, [a path](/faq), [below](#exercises) and [spaces](<https://a.test/a b>).

[snell]: https://en.example.org/wiki/Snell%27s_law "Snell's law"

## Exercises

None.
`,
  ],
  [
    'a text from right to left',
    `## الضوء الأول

ابدأ بـ **نافذة واحدة**. لا تستخدم *الفلاش* أبدًا.

- الكاميرا
- الميكروفون (\`USB-C\`)

> الصورة فكرة.

| الأداة | الوزن |
|---|--:|
| هاتف | 200 غ |

اقرأ [الدليل](https://a.test/ar).
`,
  ],
  [
    'Hebrew and English in turn',
    `# שלום

הקלידו \`npm start\` ואז פתחו https://a.test/.

An English paragraph between them.

1. אחת
2. Two
`,
  ],
  [
    'Japanese with line ends within sentences',
    `## 光について

光は**まっすぐ**進みます。
だから影ができます。「影」は*黒*ではありません。

- 朝の光
- 夕方の光
`,
  ],
  [
    'HTML that stays text',
    `<details>
<summary>Answer</summary>

The answer is **42**.

</details>

<!-- Ask in the forum -->

Press <kbd>Ctrl</kbd> + <kbd>Z</kbd>.<br>Then stop.
`,
  ],
  [
    'a head of settings, notes in colons and mathematics',
    `---
title: Lenses
weight: 3
---

:::note
The focal length $f$ is in _mm_.
:::

$$
\\frac{1}{f} = \\frac{1}{a} + \\frac{1}{b}
$$

So $a_1 * b_1 = c_1 * d_1$, and 5 * 3 is 15.
`,
  ],
  [
    'tasks, emoji and struck words',
    `## Homework :pencil:

- [ ] Film ten seconds
- [x] ~~Buy a lamp~~ Use a window
- [ ] Send it to \`me@a.test\` 🎬

Done? **_Well done!_**
`,
  ],
  [
    'pictures within sentences and alone',
    `![A stairwell lit by one bare bulb](asset:${ASSET})

One bulb, ![a small plan](asset:${ASSET}) and no stand.

![elsewhere](https://b.test/x.png)
`,
  ],
  [
    'quotes in quotes, with lists and code',
    `> **Tip:** Start early.
>
> > Nobody regrets the second take.
>
> 1. Light
> 2. Sound
>
>     rec --all

> Another quote
continued without a mark.
`,
  ],
  [
    'code in many fences',
    `Use \`\` \`ticks\` \`\` around code:

~~~markdown
\`\`\`js
let x = 1
\`\`\`
~~~

\`\`\`\`md {highlight: [1,2]}
\`\`\`
inner
\`\`\`
\`\`\`\`

    four spaces
	and a tab

\`\`\`
no end
`,
  ],
  [
    'line ends of Windows',
    '# Kit\r\n\r\nOne lamp,\r\none cloth.\r\n\r\n- a\r\n- b\r\n\r\n| x | y |\r\n| - | - |\r\n| 1 | 2 |\r\n',
  ],
  [
    'words with marks of Markdown that mean nothing',
    `snake_case_names and 2*3*4 and a ~ b and C# and R&D and AT&T; and \\*stars\\*.

1\\. Not a list. \\# Not a heading.
\\- Not one either. Prices: $5 - $7 [sic] (see below) <3

\\[x\\]: no definition!
`,
  ],
]
