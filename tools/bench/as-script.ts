/**
 * What a server was seen to send for one enrolment, as a script of pgbench's: the same texts in the same order and
 * transactions, with the same values but for those that belong to one enrolment alone. Of these, what came back
 * from an earlier statement is taken from there, and what the server made up is made up anew. Two recordings tell
 * them apart: what is the same in both is part of the statement.
 */
import type { Statement, Value } from './tell-statements.ts'

/** Whatever is made up: ids, tokens, hashes, and addresses with such in them. */
const MADE_UP = /\\x[0-9a-f]{64}(?![0-9a-f])|[A-Za-z0-9_-]{20,}(?:@[a-z.]+)?/g

/** 32 bytes, in hex. */
const HASH_LENGTH = 66

type Pair = { ours: Statement; other: Statement }
type Source = { other: string; name: string }

/** @throws where the two recordings do not show the same statements */
export function asScript(ours: readonly Statement[], other: readonly Statement[]): string {
  const pairs = pairUp(ours, other)
  const known = new Map<string, Source>()
  const madeUp: string[] = []
  const used = new Set<string>()
  const nameOf = (mine: string, theirs: string): string | null => {
    const found = known.get(mine)
    if (found) {
      if (found.other === theirs) used.add(found.name)
      return found.other === theirs ? found.name : null
    }
    const name = `new_${madeUp.push(mine)}`
    known.set(mine, { other: theirs, name })
    return name
  }

  const lines: { text: string; from: string; columns: string[]; isQueue: boolean }[] = []
  for (const [index, { ours: mine, other: theirs }] of pairs.entries()) {
    const values = mine.values.map((value, at) => spell(value, theirs.values[at] ?? null, nameOf))
    const text = mine.text.replace(/\$(\d+)/g, (_all, number) => values[Number(number) - 1] ?? 'null').trim()
    lines.push({ text, from: `s${index}_`, columns: learn(known, mine, theirs, `s${index}_`), isQueue: isTaking(mine) })
  }
  const made = madeUp.map((value, at) => `${anew(value)} as new_${at + 1}`)
  const body = lines.map(({ text, from, columns, isQueue }) => {
    const isNeeded = columns.some((column) => used.has(from + column))
    // What stands in the queue may have been taken by another client a moment ago: theirs is done then.
    return isNeeded ? `${text} ${isQueue ? '\\aset' : '\\gset'} ${from}` : `${text.replace(/;$/, '')};`
  })
  return [...(made.length > 0 ? [`select ${made.join(', ')} \\gset`] : []), ...body, ''].join('\n')
}

/** A text and its how-many-eth time are the same statement; in which order things that go on side by side come differs. */
function pairUp(ours: readonly Statement[], other: readonly Statement[]): Pair[] {
  const byPlace = new Map(places(other))
  const pairs = places(ours).map(([place, mine]) => ({ ours: mine, other: byPlace.get(place) }))
  const lost = pairs.find((pair) => !pair.other)
  if (lost || byPlace.size !== pairs.length)
    throw new Error(`two enrolments sent different statements: ${ours.length} and ${other.length}; ${lost?.ours.text}`)
  return pairs as Pair[]
}

function places(statements: readonly Statement[]): [string, Statement][] {
  const times = new Map<string, number>()
  return statements.map((statement) => {
    const { text } = statement
    times.set(text, (times.get(text) ?? 0) + 1)
    return [`${times.get(text)} ${text}`, statement]
  })
}

/** @returns the columns that are of this enrolment alone */
function learn(known: Map<string, Source>, mine: Statement, theirs: Statement, from: string): string[] {
  return Object.entries(mine.row ?? {}).flatMap(([column, value]) => {
    const other = theirs.row?.[column]
    if (!value || !other || value === other || known.has(value) || value.length < 16) return []
    if (!/^[a-z]\w*$/.test(column)) return []
    known.set(value, { other, name: from + column })
    return [column]
  })
}

function spell(mine: Value, theirs: Value, nameOf: (mine: string, theirs: string) => string | null): string {
  if (mine === null) return 'null'
  if (theirs === null || mine === theirs) return literal(mine)
  const [own, others] = [partsOf(mine), partsOf(theirs)]
  // Sealed or compressed: as large, and asked for by nobody.
  if (own.length !== others.length || own.some((part, at) => at % 2 === 0 && !isAlike(part, others[at]!)))
    return literal(mine)
  const spelled = own.map((part, at) => {
    const name = at % 2 === 0 || part === others[at] ? null : nameOf(part, others[at]!)
    return name ? `:${name}` : part && literal(part)
  })
  const said = spelled.filter((part) => part !== '')
  return said.length === 1 ? said[0]! : `(${said.join(' || ')})`
}

/** What is fixed, what is made up, what is fixed, … */
export function partsOf(text: string): string[] {
  if (text.startsWith('\\x') && text.length !== HASH_LENGTH) return [text]
  const parts: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(MADE_UP)) {
    parts.push(text.slice(end, index), found)
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}

/** But for a time or a number. */
function isAlike(mine: string, theirs: string): boolean {
  return mine.replace(/\d+/g, '0') === theirs.replace(/\d+/g, '0')
}

/** As long as what it stands for. pgbench takes a colon and a letter for a variable wherever they stand. */
function literal(text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/'/g, "''").replaceAll(':', '\\003a').replaceAll('\n', '\\000a')
  return escaped === text ? `'${text}'` : `U&'${escaped}'`
}

function anew(value: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return 'gen_random_uuid()'
  if (value.startsWith('\\x')) return `'\\x' || replace(gen_random_uuid()::text || gen_random_uuid(), '-', '')`
  const [name = '', host] = value.split('@')
  const long = Math.max(0, name.length - 36)
  return `${literal('x'.repeat(long))} || gen_random_uuid()${host ? ` || '@${host}'` : ''}`
}

export function isTaking({ text }: Statement): boolean {
  return text.includes('SKIP LOCKED')
}
