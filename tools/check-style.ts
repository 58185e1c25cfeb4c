/** Fails on what a formatter does not see: files too long, leave taken without a reason, words of another spelling. */
import { globSync, readFileSync } from 'node:fs'

const LONGEST_FILE = 300

type Rule = { found: RegExp; says: string }

const RULES: Rule[] = [
  { found: new RegExp(`\\b${'TO'}DO\\b|\\b${'FIX'}ME\\b`), says: 'puts something off: do it, or open an issue' },
  { found: /@ts-(ignore|nocheck)/, says: 'silences the compiler' },
  { found: /@ts-expect-error\s*$|biome-ignore[^:]*$/m, says: 'silences a check without a reason' },
  // The specification's own address apart.
  { found: /\ben[r]ollments?\b(?!-terms\b)/i, says: 'spells enrolment with two l' },
  { found: new RegExp(`(^|[\\s'"\`(])/(home|${'work'}|Users)/\\w`), says: 'names a folder of one machine' },
]

export function findStyleFaults(file: string, text: string): string[] {
  const lines = text.split('\n').length - 1
  const tooLong = lines > LONGEST_FILE ? [`${file} has ${lines} lines: ${LONGEST_FILE} is the most`] : []
  return [...tooLong, ...RULES.filter((rule) => rule.found.test(text)).map((rule) => `${file} ${rule.says}`)]
}

if (import.meta.main) {
  const files = globSync(['{src,tools,tests,migrations}/**/*.{ts,tsx,cjs,css,sql}', '*.ts']).filter(
    (file) => !file.includes('.gen.'),
  )
  const faults = files.flatMap((file) => findStyleFaults(file, readFileSync(file, 'utf8')))
  console.log(faults.length > 0 ? faults.join('\n') : `${files.length} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
