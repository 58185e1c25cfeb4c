/** Reads the files of a catalogue. Every fault names the file, line and column. One fault rejects all files. */
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { decodeTextFile } from '#platform/text-file.ts'
import { readYaml, type YamlSource } from '#platform/yaml-file.ts'
import {
  CourseFile,
  type CreatorInput,
  CreatorsFile,
  type PromoCodeInput,
  PromoCodesFile,
  type RefundTerms,
  RefundTermsFile,
} from './content-schema.ts'
import { type CourseMaterials, readCourseFolder } from './course-folder.ts'
import { nullWhenMissing } from './null-when-missing.ts'
import { listCohortCodes, type PlannedCohort, planCohort } from './plan-cohorts.ts'

type FormatFault = YamlSource<unknown>['describeFault']
export type ContentCourse = { file: CourseFile; cohorts: PlannedCohort[]; materials: CourseMaterials }
export type Content = {
  creators: CreatorInput[]
  refundTerms: Partial<RefundTerms>
  promoCodes: PromoCodeInput[]
  courses: ContentCourse[]
  /** Formats a fault at a path in the file of a course. */
  formatFault(code: string, path: readonly PropertyKey[], message: string): string
}

/**
 * The content, with dates calculated from `today`. Refused with all faults as `reason`, one per line.
 *
 * @param embedOrigins origins of embedded videos beside YouTube and Vimeo (EMBED_ORIGINS)
 */
export async function readContent(
  folder: string,
  today: Date,
  embedOrigins: readonly string[] = [],
): Promise<Outcome<Content>> {
  const faults: string[] = []
  const creators = await readSource(CreatorsFile, join(folder, 'creators.yaml'), faults)
  const refundTerms = await readSource(RefundTermsFile, join(folder, 'refund-terms.yaml'), faults)
  const promoCodes = await readSource(PromoCodesFile, join(folder, 'promo-codes.yaml'), faults)
  const courses: Content['courses'] = []
  const sources = new Map<string, FormatFault>()
  const seen = new Map<string, string>()
  if (promoCodes.value) faults.push(...findDuplicates(promoCodes.value, 'code', promoCodes.describeFault))
  if (creators.value) faults.push(...findDuplicates(creators.value, 'slug', creators.describeFault))

  const names = await courseFiles(folder, faults)
  for (const name of names) {
    const { value: file, describeFault: formatFault } = await readSource(
      CourseFile,
      join(folder, 'courses', name),
      faults,
    )
    if (!file) continue
    for (const [index, slug] of file.creators.entries()) {
      if (creators.value && !creators.value.some((creator) => creator.slug === slug))
        faults.push(formatFault(['creators', index], `\`${slug}\` is not in creators.yaml`))
    }
    const addFault = (path: readonly PropertyKey[], message: string) => faults.push(formatFault(path, message))
    const course = {
      file,
      cohorts: planCohorts(file, today, addFault),
      materials: await readCourseFolder(
        file,
        join(folder, 'courses', name.replace(/\.yaml$/, '')),
        embedOrigins,
        addFault,
        (fault) => faults.push(fault),
      ),
    }
    for (const { path, name: uniqueName } of listUniqueNames(course)) {
      if (seen.has(uniqueName))
        faults.push(formatFault(path, `\`${uniqueName.replace(/^offer /, '')}\` is in ${seen.get(uniqueName)} too`))
      seen.set(uniqueName, name)
    }
    sources.set(file.code, formatFault)
    courses.push(course)
  }
  // The code of a file with faults is unknown, so this check needs all files to be valid.
  for (const { file } of courses.length === names.length ? courses : [])
    for (const [index, code] of file.compareWith.entries())
      if (!sources.has(code))
        faults.push(sources.get(file.code)!(['compareWith', index], `\`${code}\` is not a course in this folder`))

  if (faults.length > 0 || !creators.value || !refundTerms.value || !promoCodes.value)
    return refused('FIELD_INVALID', { reason: faults.join('\n') })
  courses.sort((a, b) => a.file.position - b.file.position || (a.file.code < b.file.code ? -1 : 1))
  return accepted({
    creators: creators.value,
    refundTerms: refundTerms.value,
    promoCodes: promoCodes.value,
    courses,
    formatFault: (code, path, message) => sources.get(code)?.(path, message) ?? message,
  })
}

async function courseFiles(folder: string, faults: string[]): Promise<string[]> {
  const entries = (await nullWhenMissing(readdir(join(folder, 'courses'), { withFileTypes: true }))) ?? []
  const courses = entries
    .map(({ name }) => name)
    .filter(isCourseFile)
    .sort()
  // The folder `ng` beside `ng.yaml` holds the files of its lessons.
  const isLessonFolder = (entry: Dirent) => entry.isDirectory() && courses.includes(`${entry.name}.yaml`)
  const others = entries.filter((entry) => !isCourseFile(entry.name) && !isLessonFolder(entry))
  for (const name of others.map((entry) => entry.name).sort())
    faults.push(`${join(folder, 'courses', name)} is ignored: the name of a course file must end in .yaml`)
  if (courses.length === 0) faults.push(`${join(folder, 'courses')} has no course files`)
  return courses
}

const isCourseFile = (name: string) => name.endsWith('.yaml')

function planCohorts(
  file: CourseFile,
  today: Date,
  fault: (path: readonly PropertyKey[], message: string) => void,
): PlannedCohort[] {
  const codes = listCohortCodes(file, today)
  return file.cohorts.flatMap((form, index) => {
    const { cohort, invalidTimes: impossible } = planCohort(file, form, codes[index]!, today)
    for (const { path, local } of impossible)
      fault(['cohorts', index, ...path], `${local} does not exist or occurs twice in ${form.zone}`)
    return cohort
  })
}

type UniqueName = { path: readonly PropertyKey[]; name: string }

/** Names that must be unique across all courses, and their location. Offers have their own namespace. */
function listUniqueNames({ file, cohorts }: ContentCourse): UniqueName[] {
  const codes = file.delivery === 'on-demand' ? [] : cohorts.map((cohort) => cohort.createCohortCode)
  return [
    { path: ['code'], name: file.code },
    ...file.pages.map((name, index) => ({ path: ['pages', index], name })),
    ...codes.map((name, index) => ({ path: ['cohorts', index], name })),
    ...cohorts.flatMap(({ form, createCohortCode: cohortCode }, index) =>
      (form.offers ?? [{ code: cohortCode }]).map(({ code = cohortCode }, number) => ({
        path: form.offers ? ['cohorts', index, 'offers', number] : ['cohorts', index],
        name: `offer ${code}`,
      })),
    ),
  ]
}

function findDuplicates<Key extends string>(
  entries: readonly Record<Key, string>[],
  key: Key,
  formatFault: FormatFault,
): string[] {
  return entries.flatMap((entry, index) =>
    entries.findIndex((other) => other[key] === entry[key]) < index
      ? formatFault([index, key], `\`${entry[key]}\` is listed twice`)
      : [],
  )
}

async function readSource<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  faults: string[],
): Promise<YamlSource<z.output<Schema>>> {
  const bytes = await nullWhenMissing(readFile(path))
  const text = bytes && decodeTextFile(bytes, path, faults)
  if (text !== null) return readYaml(schema, text, path, faults)
  if (!bytes) faults.push(`${path} is missing`)
  return { value: null, describeFault: (_where, message) => `${path} ${message}` }
}
