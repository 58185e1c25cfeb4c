/** Reads the files of a catalogue. Every fault is told by file, line and column, and one fault is enough to read nothing. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readYaml, type YamlSource } from '#platform/yaml-file.ts'
import {
  CourseFile,
  type CreatorForm,
  CreatorsFile,
  type PromoCodeForm,
  PromoCodesFile,
  type RefundTerms,
  RefundTermsFile,
} from './content-schema.ts'
import { cohortCodes, type PlannedCohort, planCohort } from './plan-cohorts.ts'

type Told = YamlSource<unknown>['told']
export type ContentCourse = { file: CourseFile; cohorts: PlannedCohort[] }
export type Content = {
  creators: CreatorForm[]
  refundTerms: RefundTerms
  promoCodes: PromoCodeForm[]
  courses: ContentCourse[]
  /** The sentence that tells a fault at a place in the file of a course. */
  told(code: string, path: readonly PropertyKey[], message: string): string
}

/** The content with its cohorts dated from `today`. Refused with all faults as `reason`, one a line. */
export async function readContent(folder: string, today: Date): Promise<Outcome<Content>> {
  const faults: string[] = []
  const creators = await source(CreatorsFile, join(folder, 'creators.yaml'), faults)
  const refundTerms = await source(RefundTermsFile, join(folder, 'refund-terms.yaml'), faults)
  const promoCodes = await source(PromoCodesFile, join(folder, 'promo-codes.yaml'), faults)
  const courses: Content['courses'] = []
  const sources = new Map<string, Told>()
  const seen = new Map<string, string>()
  if (promoCodes.value) faults.push(...twice(promoCodes.value, 'code', promoCodes.told))
  if (creators.value) faults.push(...twice(creators.value, 'slug', creators.told))

  const names = await courseFiles(folder, faults)
  for (const name of names) {
    const { value: file, told } = await source(CourseFile, join(folder, 'courses', name), faults)
    if (!file) continue
    for (const [index, slug] of file.creators.entries()) {
      if (creators.value && !creators.value.some((creator) => creator.slug === slug))
        faults.push(told(['creators', index], `\`${slug}\` is not in creators.yaml`))
    }
    const course = { file, cohorts: cohortsOf(file, today, (path, message) => faults.push(told(path, message))) }
    for (const { path, name: taken } of namesIn(course)) {
      if (seen.has(taken)) faults.push(told(path, `\`${taken.replace(/^offer /, '')}\` is in ${seen.get(taken)} too`))
      seen.set(taken, name)
    }
    sources.set(file.code, told)
    courses.push(course)
  }
  // Of a file that could not be read the code is not known.
  for (const { file } of courses.length === names.length ? courses : [])
    for (const [index, code] of file.compareWith.entries())
      if (!sources.has(code))
        faults.push(sources.get(file.code)!(['compareWith', index], `\`${code}\` is no course of these files`))

  if (faults.length > 0 || !creators.value || !refundTerms.value || !promoCodes.value)
    return refused('FIELD_INVALID', { reason: faults.join('\n') })
  courses.sort((a, b) => a.file.position - b.file.position || (a.file.code < b.file.code ? -1 : 1))
  return accepted({
    creators: creators.value,
    refundTerms: refundTerms.value,
    promoCodes: promoCodes.value,
    courses,
    told: (code, path, message) => sources.get(code)?.(path, message) ?? message,
  })
}

async function courseFiles(folder: string, faults: string[]): Promise<string[]> {
  const names = (await orNone(readdir(join(folder, 'courses')))) ?? []
  const [courses, others] = [names.filter(isCourseFile).sort(), names.filter((name) => !isCourseFile(name)).sort()]
  for (const name of others) faults.push(`${join(folder, 'courses', name)} is not read: a course is a file NAME.yaml`)
  if (courses.length === 0) faults.push(`${join(folder, 'courses')} holds no course`)
  return courses
}

const isCourseFile = (name: string) => name.endsWith('.yaml')

function cohortsOf(
  file: CourseFile,
  today: Date,
  fault: (path: readonly PropertyKey[], message: string) => void,
): PlannedCohort[] {
  const codes = cohortCodes(file, today)
  return file.cohorts.flatMap((form, index) => {
    const { cohort, impossible } = planCohort(file, form, codes[index]!, today)
    for (const { path, local } of impossible)
      fault(['cohorts', index, ...path], `${local} does not exist or comes twice in ${form.zone}`)
    return cohort
  })
}

type Named = { path: readonly PropertyKey[]; name: string }

/** What no two of all courses may have alike, and where it stands. Offers have a list of their own. */
function namesIn({ file, cohorts }: ContentCourse): Named[] {
  const codes = file.delivery === 'on-demand' ? [] : cohorts.map((cohort) => cohort.courseCode)
  return [
    { path: ['code'], name: file.code },
    ...file.pages.map((name, index) => ({ path: ['pages', index], name })),
    ...codes.map((name, index) => ({ path: ['cohorts', index], name })),
    ...cohorts.flatMap(({ form, courseCode }, index) =>
      (form.offers ?? [{ code: courseCode }]).map(({ code = courseCode }, number) => ({
        path: form.offers ? ['cohorts', index, 'offers', number] : ['cohorts', index],
        name: `offer ${code}`,
      })),
    ),
  ]
}

function twice<Key extends string>(entries: readonly Record<Key, string>[], key: Key, told: Told): string[] {
  return entries.flatMap((entry, index) =>
    entries.findIndex((other) => other[key] === entry[key]) < index
      ? told([index, key], `\`${entry[key]}\` stands here twice`)
      : [],
  )
}

async function source<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  faults: string[],
): Promise<YamlSource<z.output<Schema>>> {
  const text = await orNone(readFile(path, 'utf8'))
  if (text !== null) return readYaml(schema, text, path, faults)
  faults.push(`${path} is missing`)
  return { value: null, told: (_where, message) => `${path} ${message}` }
}

async function orNone<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
