/** What a server sends to PostgreSQL for one enrolment, told by the server itself while one person buys. */
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { isTaking } from './as-script.ts'
import type { Statement } from './tell-statements.ts'

/** The program that is loaded into a server to be recorded, and what it is told. */
export function recording(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import ${new URL('./tell-statements.ts', import.meta.url).href}`, STATEMENTS: file }
}

/** What comes by the clock, or in another order because something was slow, comes in few of them. */
const MOST_RECORDINGS = 20

/**
 * @param enrol one person's way, to the last job that follows from it
 * @returns the first two recordings of the same statements
 */
export async function record(file: string, enrol: () => Promise<void>): Promise<[Statement[], Statement[]]> {
  const told = new Map<string, Statement[]>()
  for (let round = 0; round < MOST_RECORDINGS; round++) {
    await truncate(file)
    await enrol()
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const units = unitsOf(lines.map((line) => JSON.parse(line) as Statement).filter((one) => !isVain(one)))
    const name = units.map(nameOf).sort().join('\n')
    const before = told.get(name)
    if (before) return [before, units.flat()]
    told.set(name, units.flat())
  }
  throw new Error('no two enrolments sent the same statements')
}

export const newRecording = (file: string) => writeFile(file, '')

/** Each transaction, and each statement that is none's, in the order in which they ended. */
function unitsOf(statements: readonly Statement[]): Statement[][] {
  const open = new Map<number, Statement[]>()
  return statements.flatMap((statement) => {
    const { connection, text } = statement
    if (/^begin/i.test(text.trim())) {
      open.set(connection, [statement])
      return []
    }
    const unit = open.get(connection)
    if (!unit) return [[statement]]
    unit.push(statement)
    if (!/^(commit|rollback)/i.test(text.trim())) return []
    open.delete(connection)
    return [unit]
  })
}

/** A worker looked for work, and there was none. */
function isVain(statement: Statement): boolean {
  return isTaking(statement) && statement.affected === 0
}

function nameOf(unit: readonly Statement[]): string {
  return unit.map(({ text }) => text).join('\n')
}
