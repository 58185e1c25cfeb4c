/** The schemas of the units that are the page of a draft: `about` and `page`, and of its rules. docs/contract §36 and §40. */
import { z } from 'zod'
import { About, Page, Rules } from '#catalogue/catalog/publish/course-document.ts'
import { COURSE_LISTS, MAX_WORK_NOTE, mapTexts } from '#catalogue/catalog/wire/course-texts.ts'
import { fileName } from './lesson-drafts.ts'

/** The most characters of a text, and the most entries of a list. */
type Limits = {
  line: (max: number) => z.ZodString
  list: <Entry extends z.ZodType>(entry: Entry, max: number) => z.ZodArray<Entry>
}

const line = (max: number) => z.string().max(max, { error: `Please use at most ${max} characters` })
export const list = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry).max(max, { error: `Please keep at most ${max}` })

const percent = z.int().min(0).max(100)
/** A photo of the page. `isDecorative`: it has no words on purpose. */
const createPhoto = ({ line }: Limits) =>
  z.strictObject({ file: fileName, alt: line(300), isDecorative: z.boolean(), focalX: percent, focalY: percent })
export type DraftPhoto = z.output<ReturnType<typeof createPhoto>>

const { benefits, requirements, facts, questions, works, stories } = COURSE_LISTS

/** Without the position, the delivery and the end of the course, which no draft changes. */
const createAbout = (limits: Limits) => {
  const { line, list } = limits
  return About.omit({ position: true, deliveryType: true, withdrawnAt: true }).extend({
    title: line(80),
    ...mapTexts((maxLength) => line(maxLength).default('')),
    level: line(80).nullable(),
    cover: createPhoto(limits).nullable().default(null),
    sharePhoto: createPhoto(limits).nullable().default(null),
    benefits: list(line(benefits.text), benefits.max),
    requirements: list(line(requirements.text), requirements.max),
    facts: list(z.strictObject({ label: line(facts.label), value: line(facts.value) }), facts.max),
    questions: list(
      z.strictObject({ question: line(questions.question), answer: line(questions.answer) }),
      questions.max,
    ),
  })
}

const StudentWork = Page.shape.studentWork.unwrap()
const createPage = (limits: Limits) => {
  const { line, list } = limits
  return Page.extend({
    trailer: fileName.nullable().default(null),
    studentWork: StudentWork.extend({
      note: line(MAX_WORK_NOTE),
      works: list(
        StudentWork.shape.works.element.extend({
          title: line(works.title),
          by: line(works.by),
          length: line(works.length).nullable(),
          photo: createPhoto(limits).nullable().default(null),
        }),
        works.max,
      ),
      stories: list(
        z.strictObject({ quote: line(stories.quote), name: line(stories.name), about: line(stories.about) }),
        stories.max,
      ),
    }).nullable(),
  })
}

/** The limits of course files. docs/contract §44. */
export const DraftRules = Rules.extend({
  accessDays: z.int().min(1).max(36_500).nullable(),
  completion: z.strictObject({ lessonsPercent: percent, sessionsPercent: percent }),
  certificate: Rules.shape.certificate.extend({
    text: line(600),
    signature: line(120),
    hours: z.int().min(1).max(10_000).nullable(),
  }),
})
export type DraftRules = z.output<typeof DraftRules>

export const DraftAbout = createAbout({ line, list })
export const DraftPage = createPage({ line, list })
export type DraftAbout = z.output<typeof DraftAbout>
export type DraftPage = z.output<typeof DraftPage>

const unlimited: Limits = { line: () => z.string(), list: (entry) => z.array(entry) }
/** Of what is stored: files can have longer texts and lists than the studio accepts. */
export const LooseAbout = createAbout(unlimited)
export const LoosePage = createPage(unlimited)
