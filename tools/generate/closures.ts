/**
 * Computes the files that a reader needs for each verb and each page: the modules that it imports, directly or not,
 * without the shared kernel. ARCHITECTURE.md shows the result.
 */
import { globSync, readFileSync } from 'node:fs'
import { listImports, type Tree } from '../checks/floors.ts'

export type Closure = { start: string; files: number; lines: number }
export type Closures = { verbs: Closure[]; pages: Closure[] }

/** Every reader knows these after the first verb, so no closure counts them. */
const KERNEL = /^(http|ui|platform\/db|domain\/money)\/|^domain\/outcome\.ts$|^config|^design\//
/** Declarations without behaviour. */
const DECLARATIONS = /(^|\/)wire(\/|\.ts$)|\.gen\.|\.d\.ts$/
const API = /^features\/[\w-]+\/api(\/[\w-]+)?\.ts$/
const PAGE = /^features\/[\w-]+\/pages\/[\w-]+\.tsx$/

const HEAD = [
  '| | count | median files | median lines | most files | most lines |',
  '| --- | --: | --: | --: | --: | --: |',
]

/** @param tree the modules of `src`, without tests. A verb is a module of a feature that an `api` module imports. */
export function computeClosures(tree: Tree): Closures {
  const imports = new Map([...tree.keys()].map((file) => [file, listTargets(tree, file)]))
  const apis = [...tree.keys()].filter((file) => API.test(file))
  const verbs = new Set(
    apis.flatMap((api) => (imports.get(api) ?? []).filter((file) => isCounted(file) && file.startsWith('features/'))),
  )
  const measure = (start: string) => measureClosure(tree, imports, start)
  return {
    verbs: [...verbs].filter((file) => !API.test(file) && !/\/queries(\/|\.ts)/.test(file)).map(measure),
    pages: [...tree.keys()].filter((file) => PAGE.test(file)).map(measure),
  }
}

export function readSources(): Tree {
  const files = globSync('**/*.{ts,tsx}', { cwd: 'src' }).filter((file) => !/\.(test|world|d)\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, readFileSync(`src/${file}`, 'utf8')]))
}

/** @returns ARCHITECTURE.md with a new table between its two marks */
export function updateArchitecture(text: string): string {
  const table = describeClosures(computeClosures(readSources()))
  return text.replace(/(<!-- closures -->\n)[\s\S]*?(<!-- \/closures -->)/, `$1${table}\n$2`)
}

function describeClosures({ verbs, pages }: Closures): string {
  return [
    ...HEAD,
    describeKind('verbs', verbs),
    describeKind('pages', pages),
    '',
    '| longest | files | lines |',
    '| --- | --: | --: |',
    ...[...sortByLines(verbs).slice(0, 5), ...sortByLines(pages).slice(0, 5)].map(
      ({ start, files, lines }) => `| \`src/${start}\` | ${files} | ${lines} |`,
    ),
  ].join('\n')
}

function describeKind(name: string, closures: Closure[]): string {
  const files = closures.map((closure) => closure.files)
  const lines = closures.map((closure) => closure.lines)
  return `| ${name} | ${closures.length} | ${median(files)} | ${median(lines)} | ${Math.max(...files)} | ${Math.max(...lines)} |`
}

function measureClosure(tree: Tree, imports: ReadonlyMap<string, string[]>, start: string): Closure {
  const visited = new Set([start])
  const queue = [start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const target of imports.get(file) ?? []) {
      if (visited.has(target) || !isCounted(target)) continue
      visited.add(target)
      queue.push(target)
    }
  }
  const lines = [...visited].reduce((sum, file) => sum + countLines(tree.get(file) ?? ''), 0)
  return { start, files: visited.size, lines }
}

function listTargets(tree: Tree, file: string): string[] {
  return listImports(new Map([[file, withoutTypeImports(tree.get(file) ?? '')]]), file)
    .map(({ target }) => target)
    .filter((target): target is string => target !== null && tree.has(target))
}

/** A type says the shape of a value, and the reader does not need its module to follow the verb. */
function withoutTypeImports(text: string): string {
  return text.replace(/^(import|export) type [^'"]*?from\s*['"][^'"]+['"]/gm, '')
}

function isCounted(file: string): boolean {
  return !KERNEL.test(file) && !DECLARATIONS.test(file)
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

function sortByLines(closures: Closure[]): Closure[] {
  return closures.toSorted((a, b) => b.lines - a.lines || a.start.localeCompare(b.start))
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
