import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HIDEABLE_PARTS, mapTexts } from '#catalogue/catalog/wire/course-texts.ts'
import { listPageFaults, toVersionAbout, toVersionPage } from './draft-page.ts'
import type { DraftAbout, DraftPage } from './page-schemas.ts'

const NO_FILES = { byId: new Map() }

const words = fc.constantFrom('', ' ', '\n', 'Bread', ' Flour and salt ')
const pair = <First extends string, Second extends string>(first: First, second: Second) =>
  fc.record({ [first]: words, [second]: words } as Record<First | Second, typeof words>)

const about = fc
  .record({
    title: words,
    texts: words,
    level: fc.option(words),
    benefits: fc.array(words),
    requirements: fc.array(words),
    facts: fc.array(pair('label', 'value')),
    questions: fc.array(pair('question', 'answer')),
  })
  .map(
    ({ texts, ...rest }) =>
      ({ ...mapTexts(() => texts), ...rest, cover: null, sharePhoto: null }) as unknown as DraftAbout,
  )

const page: fc.Arbitrary<DraftPage> = fc.record({
  hiddenParts: fc.subarray([...HIDEABLE_PARTS]),
  trailer: fc.constant(null),
  studentWork: fc.option(
    fc.record({
      note: words,
      works: fc.array(
        fc.record({
          title: words,
          by: words,
          length: fc.option(words),
          hue: fc.constant('rose'),
          motif: fc.constant('discs'),
          seed: fc.constant('A'),
          photo: fc.constant(null),
        }),
      ),
      stories: fc.array(fc.record({ quote: words, name: words, about: words })),
    }),
  ),
})

const isTyped = (text: string | null) => text !== null && text.trim() !== ''

test('a version has each typed entry, trimmed and in its order, and no empty one', () => {
  fc.assert(
    fc.property(about, page, (drafted, draftedPage) => {
      const version = toVersionAbout(drafted, NO_FILES)
      expect(version.benefits).toEqual(drafted.benefits.filter(isTyped).map((text) => text.trim()))
      expect(version.questions).toHaveLength(
        drafted.questions.filter(({ question, answer }) => isTyped(question) || isTyped(answer)).length,
      )
      expect(toVersionAbout({ ...version, cover: null, sharePhoto: null }, NO_FILES)).toEqual(version)
      const pageVersion = toVersionPage(draftedPage, NO_FILES)
      const { studentWork } = pageVersion
      expect(studentWork === null).toBe(
        !(draftedPage.studentWork?.works ?? []).some(({ title, by, length }) => [title, by, length].some(isTyped)) &&
          !(draftedPage.studentWork?.stories ?? []).some((story) => Object.values(story).some(isTyped)),
      )
      expect(toVersionPage(pageVersion as DraftPage, NO_FILES)).toEqual(pageVersion)
    }),
  )
})

test('a page without faults has no question without an answer, no half fact and no testimonial without a name', () => {
  fc.assert(
    fc.property(about, page, (drafted, draftedPage) => {
      const { facts, questions } = toVersionAbout(drafted, NO_FILES)
      const { works = [], stories = [] } = toVersionPage(draftedPage, NO_FILES).studentWork ?? {}
      const gaps = [
        ...facts.filter(({ label, value }) => !label || !value),
        ...questions.filter(({ question, answer }) => !question || !answer),
        ...stories.filter(({ quote, name }) => !quote || !name),
        ...works.filter(({ title, by }) => !title || !by),
      ]
      expect(listPageFaults(drafted, draftedPage, NO_FILES)).toHaveLength(gaps.length)
    }),
  )
})
