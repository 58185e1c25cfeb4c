/** Reads the files of `content/`. Every fault is told by file and line, and one fault is enough to read nothing. */
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
import { type PlannedRun, planRun, runCodes } from './runs.ts'

export type ContentCourse = { file: CourseFile; runs: PlannedRun[] }
export type Content = {
  creators: CreatorForm[]
  refundTerms: RefundTerms
  promoCodes: PromoCodeForm[]
  courses: ContentCourse[]
}

/** The content with its runs dated from `today`. Refused with all faults as `reason`, one a line. */
export async function readContent(folder: string, today: Date): Promise<Outcome<Content>> {
  const faults: string[] = []
  const creators = await source(CreatorsFile, join(folder, 'creators.yaml'), faults)
  const refundTerms = await source(RefundTermsFile, join(folder, 'refund-terms.yaml'), faults)
  const promoCodes = await source(PromoCodesFile, join(folder, 'promo-codes.yaml'), faults)
  const courses: Content['courses'] = []
  const seen = new Map<string, string>()

  for (const name of await courseFiles(folder)) {
    const { value: file, fault } = await source(CourseFile, join(folder, 'courses', name), faults)
    if (!file) continue
    for (const [index, slug] of file.creators.entries()) {
      if (creators.value && !creators.value.some((creator) => creator.slug === slug))
        fault(['creators', index], `\`${slug}\` is not in creators.yaml`)
    }
    for (const [path, taken] of [
      [['code'], file.code] as const,
      ...file.pages.map((page, index) => [['pages', index], page] as const),
    ]) {
      if (seen.has(taken)) fault(path, `\`${taken}\` is in ${seen.get(taken)} too`)
      seen.set(taken, name)
    }
    courses.push({ file, runs: runsOf(file, today, fault) })
  }

  if (faults.length > 0 || !creators.value || !refundTerms.value || !promoCodes.value)
    return refused('FIELD_INVALID', { reason: faults.join('\n') })
  courses.sort((a, b) => a.file.position - b.file.position)
  return accepted({ creators: creators.value, refundTerms: refundTerms.value, promoCodes: promoCodes.value, courses })
}

async function courseFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'courses'))
  return names.filter((name) => name.endsWith('.yaml')).sort()
}

function runsOf(file: CourseFile, today: Date, fault: YamlSource<CourseFile>['fault']): PlannedRun[] {
  const codes = runCodes(file, today)
  return file.cohorts.flatMap((form, index) => {
    try {
      return [planRun(file, form, codes[index]!, today)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      fault(['cohorts', index, 'at'], `${form.at} does not exist or comes twice on a day of this run in ${form.zone}`)
      return []
    }
  })
}

async function source<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  faults: string[],
): Promise<YamlSource<z.output<Schema>>> {
  return readYaml(schema, await readFile(path, 'utf8'), path, faults)
}
