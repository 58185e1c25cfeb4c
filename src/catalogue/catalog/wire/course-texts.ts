/**
 * The texts of a course that are one line or one paragraph, with the characters that the studio allows. A new text is a
 * line here, its place on a page, and its field in the studio's form: files, drafts, versions and the wire follow.
 *
 * An empty one is calculated (derived-texts.ts), or is not shown.
 */
export const COURSE_TEXTS = {
  /** The headline. Empty: the title. */
  sectionTitle: 120,
  /** One sentence, which a course needs before it can be sold. */
  subtitle: 160,
  /** Empty: the sentence. */
  promise: 600,
  duration: 80,
  classTime: 120,
  videoTime: 80,
  /** For search engines. Empty: the title with the teachers. */
  searchTitle: 70,
  /** For search engines and shared links. Empty: the promise. */
  searchDescription: 200,
} as const
export type CourseText = keyof typeof COURSE_TEXTS

const NAMES = Object.keys(COURSE_TEXTS) as CourseText[]

/** A value for each text, by its name. @param toValue gets the most characters */
export function mapTexts<Value>(toValue: (maxLength: number) => Value): Record<CourseText, Value> {
  return Object.fromEntries(NAMES.map((name) => [name, toValue(COURSE_TEXTS[name])])) as Record<CourseText, Value>
}

export function pickTexts(texts: Readonly<Record<CourseText, string>>): Record<CourseText, string> {
  return Object.fromEntries(NAMES.map((name) => [name, texts[name]])) as Record<CourseText, string>
}

/** Lists of a course: the most entries, and the characters of each of their texts. */
export const COURSE_LISTS = {
  benefits: { max: 12, text: 200 },
  requirements: { max: 12, text: 200 },
  facts: { max: 6, label: 40, value: 80 },
  questions: { max: 30, question: 200, answer: 2000 },
  works: { max: 12, title: 120, by: 120, length: 20 },
  stories: { max: 6, quote: 600, name: 80, about: 120 },
} as const
/** Characters of the line above student work. */
export const MAX_WORK_NOTE = 200

/** The parts of a course's page that can be left out, in the order of the page. docs/contract §44. */
export const HIDEABLE_PARTS = [
  'trailer',
  'benefits',
  'curriculum',
  'requirements',
  'teachers',
  'testimonials',
  'work',
  'dates',
  'friends',
  'questions',
] as const
export type HideablePart = (typeof HIDEABLE_PARTS)[number]
