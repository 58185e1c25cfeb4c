/** Fails on faults that a formatter does not find: full folders, suppressions without a reason, broken references. */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { findReferenceFaults } from './check-references.ts'

const MAX_FILES = 25

type Rule = { pattern: RegExp; message: string }

const RULES: Rule[] = [
  { pattern: new RegExp(`\\b${'TO'}DO\\b|\\b${'FIX'}ME\\b`), message: 'puts something off: do it, or open an issue' },
  { pattern: /@ts-(ignore|nocheck)/, message: 'silences the compiler' },
  { pattern: /@ts-expect-error\s*$|biome-ignore[^:]*$/m, message: 'silences a check without a reason' },
  { pattern: new RegExp(`(^|[\\s'"\`(])/(home|${'work'}|Users)/\\w`), message: 'names a folder of one machine' },
]

export function findStyleFaults(file: string, text: string): string[] {
  return RULES.filter((rule) => rule.pattern.test(text)).map((rule) => `${file} ${rule.message}`)
}

/** @param files of `src` and `tools`; tests do not count */
export function findFullFolders(files: readonly string[]): string[] {
  const counts = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    dirname,
  )
  return [...counts].flatMap(([folder, { length }]) =>
    length > MAX_FILES ? [`${folder} has ${length} files: ${MAX_FILES} is the most`] : [],
  )
}

if (import.meta.main) {
  const code = globSync(['{src,tools,tests,migrations}/**/*.{ts,tsx,cjs,css,sql}', '*.ts'])
  const documents = globSync(['{content,docs}/**/*.{md,yaml}', '*.md'])
  const read = (file: string) => readFileSync(file, 'utf8')
  const styled = code.filter((file) => !file.includes('.gen.'))
  const cited = [...code, ...documents].filter((file) => file !== 'tools/checks/check-references.test.ts')
  const faults = [
    ...findFullFolders(code.filter((file) => /^(src|tools)\//.test(file))),
    ...styled.flatMap((file) => findStyleFaults(file, read(file))),
    ...cited.flatMap((file) => findReferenceFaults(file, read(file))),
  ]
  console.log(faults.length > 0 ? faults.join('\n') : `${cited.length} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
