/** Writes the catalogue as content files, and reads them back to see that they say the very same. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { readContent } from './content.ts'
import { catalogueFiles } from './course-form.ts'
import { differences } from './differences.ts'
import { plannedRows } from './planned.ts'
import { storedRows } from './queries/import.ts'

/**
 * Answers the names of the files. Refused, with the reason in words, for a folder that holds something, for a
 * database without a catalogue, and for a catalogue that files cannot tell.
 *
 * @param relativeTo the day from which dates are counted, for a demo; null: dates are told as they are
 */
export async function exportContent(
  { db }: Pick<Deps, 'db'>,
  folder: string,
  relativeTo: Date | null,
): Promise<Outcome<string[]>> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) return refused('FIELD_INVALID', { reason: `${folder} is not empty` })
  const rows = await storedRows(db)
  if (rows.courses.length === 0) return refused('FIELD_INVALID', { reason: 'There are no courses yet.' })

  const files = catalogueFiles(rows, relativeTo)
  for (const [name, text] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }

  const today = relativeTo ?? new Date(0)
  const content = await readContent(folder, today)
  if (!content.ok) return content
  const { changes } = differences(rows, plannedRows(content.value, today), true)
  if (changes.length === 0) return accepted([...files.keys()])
  const lost = changes.map(
    ({ kind, code, fields }) => `${kind} ${code}: ${fields.map(({ name }) => name).join(', ') || 'is not told'}`,
  )
  return refused('FIELD_INVALID', { reason: `The files do not tell all of it:\n${lost.join('\n')}` })
}
