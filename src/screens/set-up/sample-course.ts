/** A small live course as a draft, to look at and to take apart. Its owner publishes it, or deletes it. */
import type { CourseDocument, UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import type { DraftAbout } from '#catalogue/drafts/page-schemas.ts'

export const SAMPLE = {
  title: 'Sample: an evening of bread',
  sentence: 'One live class, one loaf, and a recipe that you keep.',
  deliveryType: 'live',
} as const

const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const
const LESSON = 'what-you-need'
const LESSON_TEXT = `Put these on the table before the class:

- 500 g flour
- 350 g water, lukewarm
- 10 g salt
- 3 g dried yeast

Turn the oven to 230 °C twenty minutes before we begin.
`

/** Adds the texts of the sample to the first units of a live course. */
export function completeSample(units: UnitBodies): UnitBodies {
  const outline = units.outline as CourseDocument['outline']
  const module = {
    key: 'before-the-class',
    title: 'Before the class',
    release: AT_ONCE,
    lessons: [
      {
        key: LESSON,
        title: 'What you need',
        kind: 'text' as const,
        minutes: 2,
        required: true,
        preview: true,
        release: AT_ONCE,
        needs: [],
      },
    ],
  }
  return {
    ...units,
    about: {
      ...(units.about as DraftAbout),
      promise: 'This course is a sample. Change every word, or delete it. Nobody sees it until you publish it.',
      benefits: ['Mix a dough by hand', 'See when it has risen enough', 'Bake it in an ordinary oven'],
      requirements: ['An oven', 'A large bowl and a towel'],
      questions: [
        { question: 'Is the class recorded?', answer: 'Yes. The recording is in the course room the next day.' },
      ],
    } satisfies DraftAbout,
    outline: { ...outline, modules: [module, ...outline.modules] },
    [`lesson:${LESSON}`]: { summary: '', content: { markdown: LESSON_TEXT }, media: null, files: [] },
  }
}
