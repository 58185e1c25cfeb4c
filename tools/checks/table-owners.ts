/**
 * Finds statements that write tables of other features: only the owner writes a table, and everybody may read it. The
 * migrations name the owners (docs/decisions/0032-every-table-has-one-owner.md).
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { getModule, getRank, isFeature, type Tree, withoutComments } from './floors.ts'

/** Files that may use any of the given tables, with the reason. */
const EXCEPTIONS: { files: RegExp; tables: RegExp; reason: string }[] = [
  { files: /^people\/personal-data\//, tables: /./, reason: 'retention rules delete personal data in every table' },
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
    files: /^catalogue\/catalog\/queries\/(published-course|outline|versions)\.ts$/,
    verb: 'publishCourse',
  },
]

const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)/g,
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+([a-z_.]+)/gi,
]
/** The features by name: `checkout` → `sell/checkout`. */
const FEATURES = new Map(
  globSync('src/*/*/').flatMap((folder) => {
    const [, area, name] = folder.split(/[\\/]/)
    return isFeature(getModule(`${area}/${name}/x.ts`)) && area !== 'media' ? [[name!, `${area}/${name}`] as const] : []
  }),
)

const OWNERS = new Map(
  globSync('migrations/*.sql').flatMap((file) => [...listTableOwners(file, readFileSync(file, 'utf8'))]),
)

/** The feature that the file is named after owns its tables, except those below a line `-- Owner: <feature>`. */
export function listTableOwners(file: string, text: string): Map<string, string> {
  const owners = new Map<string, string>()
  let owner = basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', '-')
  for (const [, named, table] of text.matchAll(/^-- Owner: (\S+)$|^create table ([\w.]+)/gm)) {
    if (named) owner = named
    else if (table) owners.set(table, FEATURES.get(owner) ?? owner)
  }
  return owners
}

export function findTableFaults(tree: Tree): string[] {
  return [...tree.keys()].flatMap((file) => {
    const text = withoutComments(tree.get(file) ?? '')
    const tables = listTables(text, WRITES)
    return [
      ...tables.flatMap((table) => findOtherWriter(file, table)),
      ...tables
        .filter((table) => !mayWrite(file, table))
        .map((table) => `${file} writes ${table}, which only ${OWNERS.get(table)} does`),
    ]
  })
}

/** A migration that is not named after a feature has to name the owner of its tables. */
export function findOwnerFaults(owners: ReadonlyMap<string, string> = OWNERS): string[] {
  return [...owners].flatMap(([table, owner]) =>
    getRank(owner) < 0 ? [`${table}: its owner ${owner} is no feature`] : [],
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

function isExempt(file: string, table: string): boolean {
  return EXCEPTIONS.some(({ files, tables }) => files.test(file) && tables.test(table))
}
