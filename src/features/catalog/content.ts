/** Reads the files of `content/`. Every fault is told by file and line, and one fault is enough to read nothing. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
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

type Path = readonly PropertyKey[]
/** A file that was read, and how to name a place in it. */
type Source<Value> = { value: Value | null; fault(path: Path, message: string): void }

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

function runsOf(file: CourseFile, today: Date, fault: Source<CourseFile>['fault']): PlannedRun[] {
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
): Promise<Source<z.output<Schema>>> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(path, 'utf8'), { lineCounter: lines, prettyErrors: false })
  const at = (line: number, where: Path, message: string) => {
    faults.push(`${path}:${line} ${where.length > 0 ? `${where.map(String).join('.')}: ` : ''}${message}`)
  }
  const fault = (where: Path, message: string) => at(lines.linePos(offsetOf(document, where)).line, where, message)

  const broken = document.errors[0]
  if (broken) {
    at(lines.linePos(broken.pos[0]).line, [], broken.message)
    return { value: null, fault }
  }

  const result = schema.safeParse(document.toJS())
  if (result.success) return { value: result.data, fault }
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fault([...issue.path, key], 'is not a known field')
    else fault(issue.path, issue.message)
  }
  return { value: null, fault }
}

/** Where a value stands in its file: its key where it has one; what is missing, where it should be. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent) && parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
