/** Fails if a file imports upward or in a circle, breaks a rule of its area, or uses a table of another feature. */
import { globSync, readFileSync } from 'node:fs'
import {
  getArea,
  getModule,
  getRank,
  type Import,
  isFeature,
  isPure,
  isVendor,
  listImports,
  type Tree,
  withoutComments,
} from './floors.ts'
import { findOwnerFaults, findTableFaults } from './table-owners.ts'

type Rule = { only: RegExp; pattern: RegExp; message: string }

/** Patterns that only some files may contain. */
const RULES: Rule[] = [
  {
    only: /^config\/config\.ts$/,
    pattern: /\bprocess\.env\b/,
    message: 'reads process.env, which only config/config.ts does',
  },
  { only: /^platform\/log\.ts$/, pattern: /\bconsole\.\w/, message: 'uses console, which only platform/log.ts does' },
  {
    only: /^([\w-]+\/([\w-]+\/)?queries(\.ts|\/[\w-]+\.ts)|sandbox\/[\w-]+\.ts|platform\/((db|jobs|payments|mail|backup)\/[\w-]+|limits)\.ts)$/,
    pattern:
      /\bsql(<[^`]*>)?`|\bsql\.(raw|lit|ref|table)\(|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/,
    message: 'holds SQL, which only queries.ts, platform and sandbox do',
  },
  {
    only: /^(?!domain\/)/,
    pattern:
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bTemporal\.Now\b|\bfetch\(|\bprocess\.|\bsetTimeout\(|\bcrypto\./,
    message: 'is in the domain and asks for the time, chance or the environment: pass it in',
  },
  {
    only: /^(?!(screens|sell|learn|catalogue|media|people|http)\/)|^[\w-]+\/([\w-]+\/)?browser\//,
    pattern: /^(export )?(let |const \w+(: [^=\n]+)? = (new (Map|Set|WeakMap|WeakSet)(<[^\n]*>)?\(\)|\[\]|\{\})$)/m,
    message: 'keeps state of its own: it belongs to deps',
  },
  { only: /^(?!.*(^|\/)index\.tsx?$)/, pattern: /^/, message: 'is an index file: import the file itself' },
]

/** The private parts of a feature. Others use its verbs, queries and React parts. */
const PRIVATE = /^[\w-]+\/([\w-]+\/)?(pages\/|api(\/|\.ts$)|mail\.tsx?$|mail\/|jobs\.ts$)/

export function findFaults(all: Tree): string[] {
  const tree: Tree = new Map([...all].filter(([file]) => !/\.(test|d)\.tsx?$/.test(file)))
  const imports = [...tree.keys()].flatMap((file) => listImports(tree, file))
  return [
    ...[...tree.keys()].flatMap((file) => faultsOfFile(tree, file)),
    ...imports.flatMap((one) => faultsOfImport(tree, one)),
    ...circles(tree),
    ...findTableFaults(tree),
  ]
}

function faultsOfFile(tree: Tree, file: string): string[] {
  const text = withoutComments(tree.get(file) ?? '')
  const broken = RULES.filter((rule) => !rule.only.test(file) && rule.pattern.test(text)).map(
    (rule) => `${file} ${rule.message}`,
  )
  return getRank(`${getArea(file)}/`) < 0 ? [`${file}: its folder is no area`, ...broken] : broken
}

function faultsOfImport(tree: Tree, { from, spec, target }: Import): string[] {
  const [module, area] = [getModule(from), getArea(from)]
  if (target === null) {
    if (area === 'domain' && !isPure(spec)) return [`${from} imports ${spec}: the domain uses pure libraries only`]
    return isVendor(spec) && area !== 'platform' ? [`${from} imports ${spec}, which only platform may know`] : []
  }
  if (target.startsWith('..') || !tree.has(target)) return []
  const [other, otherArea] = [getModule(target), getArea(target)]
  if (other === module) return []
  if (spec.startsWith('.') && from.includes('/')) return [`${from} imports ${spec}: another folder is named with #`]
  if (otherArea !== area && getRank(`${otherArea}/`) <= getRank(`${area}/`))
    return [`${from} imports ${target}: ${otherArea} is not below ${area}`]
  return isFeature(module) && isFeature(other) && PRIVATE.test(target)
    ? [`${from} imports ${target}, which is ${other}'s own`]
    : []
}

function circles(tree: Tree): string[] {
  const visited = new Set<string>()
  const match: string[] = []
  const walk = (file: string, path: string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) match.push(`circle: ${[...path.slice(at), file].join(' → ')}`)
    if (at >= 0 || visited.has(file)) return
    for (const { target } of listImports(tree, file)) if (target && tree.has(target)) walk(target, [...path, file])
    visited.add(file)
  }
  for (const file of tree.keys()) walk(file, [])
  return match
}

if (import.meta.main) {
  const tree = new Map(
    globSync('**/*.{ts,tsx}', { cwd: 'src' }).map((file) => [file, readFileSync(`src/${file}`, 'utf8')]),
  )
  const faults = [...findFaults(tree), ...findOwnerFaults()]
  console.log(faults.length > 0 ? faults.join('\n') : `${tree.size} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
