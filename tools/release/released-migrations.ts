/** The migrations of released versions. Their files stay as they are, and each change is a new file: docs/decisions/0027. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readMigrations } from '#platform/db/migrate.ts'

const LIST = new URL('../../migrations/released.json', import.meta.url)

/** The hash of each released file by its name. */
export type ReleasedMigrations = Record<string, string>
type File = { name: string; hash: string }

export function readReleasedMigrations(): ReleasedMigrations {
  return existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as ReleasedMigrations) : {}
}

/** One sentence for each file that a database of a released version would not accept. */
export function findMigrationFaults(files: readonly File[], released: ReleasedMigrations): string[] {
  const hashes = new Map(files.map(({ name, hash }) => [name, hash]))
  const newest = Object.keys(released).sort().at(-1) ?? ''
  const late = files.filter(({ name }) => !(name in released) && name < newest)
  return [
    ...Object.entries(released).flatMap(([name, hash]) =>
      hashes.get(name) === hash
        ? []
        : [`${name} was released and may not be changed: put the change into a new migration.`],
    ),
    ...late.map(({ name }) => `${name} is new and comes before the released ${newest}: give it a higher number.`),
  ]
}

/** Adds the migrations of this version. @returns the names of those that were not released before */
export async function recordReleasedMigrations(): Promise<string[]> {
  const released = readReleasedMigrations()
  const files = await readMigrations()
  const added = files.filter(({ name }) => !(name in released))
  const list = Object.fromEntries(files.map(({ name, hash }) => [name, hash]))
  if (added.length > 0) writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`)
  return added.map(({ name }) => name)
}
