/**
 * Finds statements on tables of other features: only the owner writes a table, and only higher floors read it. The
 * migrations name the owners (docs/decisions/0032-every-table-has-one-owner.md).
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { getFloor, getModule, type Tree, withoutComments } from './floors.ts'

/** Files that may use any of the given tables, with the reason. */
const EXCEPTIONS: { files: RegExp; tables: RegExp; reason: string }[] = [
  { files: /^features\/personal-data\//, tables: /./, reason: 'retention rules delete personal data in every table' },
  {
    files: /^platform\/db\/installation\.ts$/,
    tables: /^(person|gift_card|asset)$/,
    reason: 'looks at the start for demo accounts and stored files',
  },
]

/** Tables that one verb writes, and the files with its statements. */
const SINGLE_WRITERS: { tables: RegExp; files: RegExp; verb: string }[] = [
  {
    tables:
      /^(course|course_version|course_creator|course_page|course_redirect|module|lesson|lesson_file|lesson_prerequisite)$/,
    files: /^features\/catalog\/queries\/(published-course|outline|versions)\.ts$/,
    verb: 'publishCourse',
  },
]

const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)/g,
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+([a-z_.]+)/gi,
]
const READS = [
  /\.(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)\(\s*\[?\s*'([\w.]+)/g,
  /\b(?:from|join|using)\s+([a-z_.]+)/gi,
]

const OWNERS = new Map(
  globSync('migrations/*.sql').flatMap((file) => [...listTableOwners(file, readFileSync(file, 'utf8'))]),
)

/** The feature that the file is named after owns its tables, except those below a line `-- Owner: <feature>`. */
export function listTableOwners(file: string, text: string): Map<string, string> {
  const owners = new Map<string, string>()
  let owner = basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', '-')
  for (const [, named, table] of text.matchAll(/^-- Owner: (\S+)$|^create table ([\w.]+)/gm)) {
    if (named) owner = named
    else if (table) owners.set(table, getFloor(owner) < 0 ? `features/${owner}` : owner)
  }
  return owners
}

export function findTableFaults(tree: Tree): string[] {
  return [...tree.keys()].flatMap((file) => {
    const text = withoutComments(tree.get(file) ?? '')
    const written = listTables(text, WRITES).filter((table) => !mayWrite(file, table))
    const read = listTables(text, READS).filter((table) => !written.includes(table) && !mayRead(file, table))
    return [
      ...listTables(text, WRITES).flatMap((table) => findOtherWriter(file, table)),
      ...written.map((table) => `${file} writes ${table}, which only ${OWNERS.get(table)} does`),
      ...read.map((table) => `${file} reads ${table}, but is not above its owner ${OWNERS.get(table)}`),
    ]
  })
}

/** A migration that is not named after a feature has to name the owner of its tables. */
export function findOwnerFaults(owners: ReadonlyMap<string, string> = OWNERS): string[] {
  return [...owners].flatMap(([table, owner]) =>
    getFloor(owner) < 0 ? [`${table}: its owner ${owner} is on no floor`] : [],
  )
}

function listTables(text: string, patterns: readonly RegExp[]): string[] {
  const names = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => table!))
  return [...new Set(names)].filter((table) => OWNERS.has(table))
}

function findOtherWriter(file: string, table: string): string[] {
  return SINGLE_WRITERS.filter(
    ({ tables, files }) => tables.test(table) && !files.test(file) && !isExempt(file, table),
  ).map(({ verb }) => `${file} writes ${table}, which only the statements of ${verb} do`)
}

function mayWrite(file: string, table: string): boolean {
  return getModule(file) === OWNERS.get(table) || isExempt(file, table)
}

function mayRead(file: string, table: string): boolean {
  return mayWrite(file, table) || getFloor(getModule(file)) < getFloor(OWNERS.get(table)!)
}

function isExempt(file: string, table: string): boolean {
  return EXCEPTIONS.some(({ files, tables }) => files.test(file) && tables.test(table))
}
