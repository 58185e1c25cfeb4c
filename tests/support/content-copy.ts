/** Copies of a few courses of the demo. The whole demo has 24 films, and its import takes a second. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readContent } from '#catalogue/catalog/files/content.ts'

export const TODAY = new Date('2026-11-21T09:00:00Z')

/** These courses, with the people, codes and refund terms of the whole demo. */
export async function copyCourses(folder: string, courses: readonly string[]): Promise<void> {
  const isOther = new RegExp(`courses/(?!(${courses.join('|')})\\b)`)
  await cp('content', folder, { recursive: true, filter: (source) => !isOther.test(source) })
}

/** A folder with these courses for each test, to be changed. */
export function contentCopy(courses = ['dapr', 'ng', 'nspr', 'vfx']) {
  let folder: string
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'content-'))
  })
  afterAll(() => rm(root, { recursive: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'c-'))
    await copyCourses(folder, courses)
  })

  return {
    folder: () => folder,
    /** Changes one line of a file and answers what is then wrong, without the folder. */
    async faultsAfter(name: string, from: string, to: string, today = TODAY): Promise<string[]> {
      const path = join(folder, name)
      const text = await readFile(path, 'utf8')
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
      await writeFile(path, text.replace(from, to))
      const content = await readContent(folder, today)
      return content.ok ? [] : content.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
    },
  }
}
