/** Course files in a folder of a test's own, with a database to import them into. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exportContent } from '#catalogue/catalog/files/export.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { copyCourses } from '../support/content-copy.ts'
import { createTestDatabase } from './database.ts'

export const TODAY = new Date('2026-11-21T09:00:00Z')

export type CourseFiles = Awaited<ReturnType<typeof createCourseFiles>>

/** The demo's courses VFX and NSPR. */
export async function createCourseFiles() {
  const database = await createTestDatabase()
  const root = await mkdtemp(join(tmpdir(), 'lessons-'))
  const folder = join(root, 'content')
  await copyCourses(folder, ['nspr', 'vfx'])

  async function write(name: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }

  async function edit(name: string, from: string, to: string): Promise<void> {
    const text = await readFile(join(folder, name), 'utf8')
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
    await writeFile(join(folder, name), text.replace(from, to))
  }

  /** Adds fields to the first lesson of VFX, a live course, whose first group becomes a group of recorded lessons. */
  async function addLesson(fields: string): Promise<void> {
    const lesson = `  - title: Before the first day\n    items:\n      - { id: extra, title: Extra, summary: More, minutes: 5, ${fields} }\n`
    await edit('courses/vfx.yaml', 'curriculum:\n', `curriculum:\n${lesson}`)
  }

  async function runImport(options = {}, from = folder) {
    const imported = await importContent(database, from, TODAY, options)
    if (!imported.ok) throw new Error(imported.refusal.reason)
    return imported.value
  }

  async function listFaults(options = {}): Promise<string[]> {
    const imported = await importContent(database, folder, TODAY, options)
    return imported.ok ? [] : imported.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
  }

  /** Returns the new folder. */
  async function runExport(options = {}): Promise<string> {
    const to = await mkdtemp(join(root, 'export-'))
    const exported = await exportContent(database, to, null, options)
    if (!exported.ok) throw new Error(exported.refusal.reason)
    return to
  }

  async function close(): Promise<void> {
    await database.close()
    await rm(root, { recursive: true })
  }

  return { database, root, folder, write, edit, addLesson, runImport, listFaults, runExport, close }
}
