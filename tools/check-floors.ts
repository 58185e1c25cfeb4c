/** Fails when a file imports upward, sideways or in a circle, or does what its floor may not. */
import { globSync, readFileSync } from 'node:fs'
import { floorOf, type Import, importsOf, isPure, isVendor, moduleOf, type Tree, withoutComments } from './floors.ts'

type Rule = { only: RegExp; found: RegExp; says: string }

/** What may stand in some files only. */
const RULES: Rule[] = [
  { only: /^config\.ts$/, found: /\bprocess\.env\b/, says: 'reads process.env, which only config.ts does' },
  { only: /^platform\/log\.ts$/, found: /\bconsole\.\w/, says: 'uses console, which only platform/log.ts does' },
  {
    only: /^(features\/[\w-]+\/queries(\.ts|\/[\w-]+\.ts)|platform\/((db|jobs|payments|mail)\/[\w-]+|limits)\.ts)$/,
    found: /\bsql(<[^`]*>)?`|\bsql\.(raw|lit|ref|table)\(|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/,
    says: 'holds SQL, which only queries.ts and platform do',
  },
  {
    only: /^(?!domain\/)/,
    found:
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bTemporal\.Now\b|\bfetch\(|\bprocess\.|\bsetTimeout\(|\bcrypto\./,
    says: 'is of the domain and asks for the time, chance or the world: let it be handed in',
  },
  {
    only: /^(?!features\/|http\/)/,
    found: /^(export )?(let |const \w+(: [^=\n]+)? = (new (Map|Set|WeakMap|WeakSet)(<[^\n]*>)?\(\)|\[\]|\{\})$)/m,
    says: 'keeps state of its own: it belongs to deps',
  },
  { only: /^(?!.*(^|\/)index\.tsx?$)/, found: /^/, says: 'is an index file: import the file itself' },
]

/** The parts of a feature that are its own; what is above uses its verbs, queries and React parts. */
const PRIVATE = /^features\/[\w-]+\/(pages\/|api(\/|\.ts$)|mail\.tsx?$|mail\/|jobs\.ts$)/

export function findFaults(all: Tree): string[] {
  const tree: Tree = new Map([...all].filter(([file]) => !/\.(test|d)\.tsx?$/.test(file)))
  const imports = [...tree.keys()].flatMap((file) => importsOf(tree, file))
  return [
    ...[...tree.keys()].flatMap((file) => faultsOfFile(tree, file)),
    ...imports.flatMap((one) => faultsOfImport(tree, one)),
    ...circles(tree),
  ]
}

function faultsOfFile(tree: Tree, file: string): string[] {
  const text = withoutComments(tree.get(file) ?? '')
  const broken = RULES.filter((rule) => !rule.only.test(file) && rule.found.test(text)).map(
    (rule) => `${file} ${rule.says}`,
  )
  return floorOf(moduleOf(file)) < 0 ? [`${file}: its folder is on no floor`, ...broken] : broken
}

function faultsOfImport(tree: Tree, { from, spec, target }: Import): string[] {
  const module = moduleOf(from)
  if (target === null) {
    if (module === 'domain' && !isPure(spec)) return [`${from} imports ${spec}: the domain uses pure libraries only`]
    return isVendor(spec) && module !== 'platform' ? [`${from} imports ${spec}, which only platform may know`] : []
  }
  if (target.startsWith('..') || !tree.has(target)) return []
  const other = moduleOf(target)
  if (other === module) return []
  if (spec.startsWith('.') && module !== '(top)') return [`${from} imports ${spec}: another folder is named with #`]
  if (floorOf(other) <= floorOf(module)) return [`${from} imports ${target}: ${other} is not below ${module}`]
  return module.startsWith('features/') && PRIVATE.test(target)
    ? [`${from} imports ${target}, which is ${other}'s own`]
    : []
}

function circles(tree: Tree): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, path: string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) found.push(`circle: ${[...path.slice(at), file].join(' → ')}`)
    if (at >= 0 || done.has(file)) return
    for (const { target } of importsOf(tree, file)) if (target && tree.has(target)) walk(target, [...path, file])
    done.add(file)
  }
  for (const file of tree.keys()) walk(file, [])
  return found
}

if (import.meta.main) {
  const tree = new Map(
    globSync('**/*.{ts,tsx}', { cwd: 'src' }).map((file) => [file, readFileSync(`src/${file}`, 'utf8')]),
  )
  const faults = findFaults(tree)
  console.log(faults.length > 0 ? faults.join('\n') : `${tree.size} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
