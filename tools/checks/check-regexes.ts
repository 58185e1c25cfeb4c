/**
 * Fails on a regular expression that can take more than linear time, because one long request would block all others.
 * recheck judges each literal in `src`. A pattern built at run time cannot be judged and is a fault.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { checkSync as CheckSync } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'

type Pattern = { line: number; source: string; flags: string }
type Exception = { file: string; pattern: string; reason: string }

/** Only for patterns with bounded input. Name the bound as the reason. */
const EXCEPTIONS: readonly Exception[] = []

/** Counted steps decide, and no time: a busy machine would make faults of linear patterns. */
const WITHOUT_TIME_LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/**
 * The patterns that recheck found to be linear, because the judgement of all takes a minute. `--list` judges all anew and
 * writes the file, and so does `npm run u -- prove laws` without writing. Another version of recheck needs a new list.
 */
const LINEAR_PATTERNS = 'tools/checks/linear-patterns.json'
/** Those that were written since. */
const NEWER_PATTERNS = 'node_modules/.cache/understudy/linear-patterns.json'

// The JavaScript build gives the same result on every machine, and needs neither Java nor a binary.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = (await import('recheck')) as { checkSync: typeof CheckSync }
const { version } = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')) as { version: string }

/** @param linear patterns that need no judgement; those that are found to be linear are added. */
export function findRegexFaults(
  file: string,
  text: string,
  { exceptions = EXCEPTIONS, linear = new Set<string>() } = {},
): string[] {
  const { patterns, faults } = listPatterns(file, text)
  const isException = (pattern: string) => exceptions.some((one) => one.file === file && one.pattern === pattern)
  return [
    ...faults,
    ...patterns.flatMap(({ line, source, flags }) => {
      const literal = `/${source}/${flags}`
      if (linear.has(literal) || isException(literal)) return []
      const fault = findPatternFault(source, flags)
      if (fault) return [`${file}:${line} ${literal} ${fault}`]
      linear.add(literal)
      return []
    }),
  ]
}

/** Null if the pattern takes linear time. */
export function findPatternFault(source: string, flags: string): string | null {
  const verdict = checkSync(source, flags, WITHOUT_TIME_LIMITS)
  if (verdict.status === 'safe') return null
  if (verdict.status === 'unknown') return `could not be judged (${verdict.error.kind}): write it more simply`
  return `takes ${verdict.complexity.summary} time for ${verdict.attack.pattern}`
}

function listPatterns(file: string, text: string): { patterns: Pattern[]; faults: string[] } {
  const patterns: Pattern[] = []
  const faults: string[] = []
  const lineAt = (start: number) => text.slice(0, start).split('\n').length
  const { program, errors } = parseSync(file, text)
  if (errors[0]) return { patterns, faults: [`${file} cannot be parsed: ${errors[0].message}`] }
  const visitBuilt = ({ start, callee, arguments: args }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [source, flags] = args.map(constantText)
    if (typeof source === 'string' && (args.length === 1 || typeof flags === 'string'))
      patterns.push({ line: lineAt(start), source, flags: flags ?? '' })
    else faults.push(`${file}:${lineAt(start)} builds a pattern that cannot be judged: write it as a literal`)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        patterns.push({ line: lineAt(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: visitBuilt,
    CallExpression: visitBuilt,
  }).visit(program)
  return { patterns, faults }
}

/** Null if it is not a constant. */
function constantText(node: ESTree.Argument): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null
  return node.quasis[0]?.value.cooked ?? null
}

/** Empty if there is no list, or one of another version of recheck. */
export function readLinearPatterns(path = LINEAR_PATTERNS): Set<string> {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { version: string; patterns: string[] }
    return new Set(stored.version === version ? stored.patterns : [])
  } catch {
    return new Set()
  }
}

function writeLinearPatterns(path: string, patterns: ReadonlySet<string>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ version, patterns: [...patterns].toSorted() }, null, 2)}\n`)
}

if (import.meta.main) {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(test|world|gen)\.tsx?$/.test(file))
  const isListing = process.argv.includes('--list')
  const linear = isListing ? new Set<string>() : readLinearPatterns().union(readLinearPatterns(NEWER_PATTERNS))
  const faults = files.flatMap((file) => findRegexFaults(file, readFileSync(file, 'utf8'), { linear }))
  writeLinearPatterns(isListing ? LINEAR_PATTERNS : NEWER_PATTERNS, linear)
  console.log(faults.length > 0 ? faults.join('\n') : `${files.length} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
