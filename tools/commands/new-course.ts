import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readContent } from '#catalogue/catalog/files/content.ts'
import { courseCode } from '#catalogue/catalog/files/content-fields.ts'
import { CreatorsFile } from '#catalogue/catalog/files/content-schema.ts'
import {
  createSmallestCourse,
  NO_PROMO_CODES,
  SMALLEST_CREATORS,
  SMALLEST_REFUND_TERMS,
} from '#catalogue/catalog/files/guide/smallest-course.ts'
import { StartupError } from '#config/config.ts'
import { decodeTextFile } from '#platform/text-file.ts'
import { readYaml } from '#platform/yaml-file.ts'

/** Writes the smallest course that can be imported, and the files beside it that are missing. Overwrites nothing. */
export async function runNewCourse(folder: string, typedCode: string): Promise<void> {
  const code = typedCode.toUpperCase()
  if (!courseCode.safeParse(code).success)
    throw new StartupError(`${typedCode} is no course code: it has 2 to 12 letters and digits, such as NG.`)
  const courses = join(folder, 'courses')
  await mkdir(courses, { recursive: true })
  const position = (await readdir(courses)).filter((name) => name.endsWith('.yaml')).length + 1
  await writeMissing(join(folder, 'creators.yaml'), SMALLEST_CREATORS)
  await writeMissing(join(folder, 'refund-terms.yaml'), SMALLEST_REFUND_TERMS)
  await writeMissing(join(folder, 'promo-codes.yaml'), NO_PROMO_CODES)
  const creator = await readFirstCreator(join(folder, 'creators.yaml'))
  const path = join(courses, `${code.toLowerCase()}.yaml`)
  if (!(await writeMissing(path, createSmallestCourse({ code, creator, position }))))
    throw new StartupError(`${path} is there already, and was left as it is.`)
  const content = await readContent(folder, new Date())
  if (!content.ok) throw new StartupError(content.refusal.reason ?? '')
  console.log(`Write your texts into ${path}, then run: npm run u -- import ${folder} --dry-run`)
}

/** Returns whether the file was missing. */
async function writeMissing(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  console.log(`wrote ${path}`)
  return true
}

async function readFirstCreator(path: string): Promise<string> {
  const faults: string[] = []
  const text = decodeTextFile(await readFile(path), path, faults)
  const creators = text === null ? null : readYaml(CreatorsFile, text, path, faults).value
  if (!creators?.[0]) throw new StartupError(faults.join('\n'))
  return creators[0].slug
}
