/** Fails on declared names and comments that break STYLE.md's rules of words, and on a type name exported by two files. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { BANNED_NAMES, BANNED_WORDS, COMMENT_PATTERNS, FIXED_NAMES, MAX_SENTENCE_WORDS } from './words.ts'

type SyntaxNode = { type: string; start: number; [key: string]: unknown }
type DeclaredName = { name: string; start: number; isFunction: boolean }

/** @returns one line for each fault: file, line and the rule that it breaks. */
export function findWordFaults(file: string, text: string): string[] {
  const { program, comments } = parseSync(file, text)
  const names = listDeclaredNames(program as unknown as SyntaxNode)
  return [
    ...names.flatMap((declared) =>
      listNameFaults(file, declared).map((fault) => `${at(file, text, declared.start)} ${fault}`),
    ),
    ...joinLineComments(comments, text).flatMap(({ value, start }) =>
      listCommentFaults(value).map((fault) => `${at(file, text, start)} ${fault}`),
    ),
  ]
}

export function findCommentFaultsOfSql(file: string, text: string): string[] {
  const lines = [...text.matchAll(/--\s?(.*)$/gm), ...text.matchAll(/^comment on [^']*'((?:[^']|'')*)'/gm)]
  return lines.flatMap((match) =>
    listCommentFaults(match[1] ?? '').map((fault) => `${at(file, text, match.index)} ${fault}`),
  )
}

/** Each exported type name may be declared in one file only, because one name has one meaning. */
export function findRepeatedTypes(files: ReadonlyMap<string, string>): string[] {
  const declarations = new Map<string, string[]>()
  for (const [file, text] of files) {
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:type|interface|class|enum) (\w+)\b/gm)) {
      declarations.set(name, [...(declarations.get(name) ?? []), file])
    }
  }
  return [...declarations]
    .filter(([, declaredIn]) => declaredIn.length > 1)
    .map(([name, declaredIn]) => `type ${name} is exported by ${declaredIn.join(' and ')}`)
}

function listNameFaults(file: string, { name, isFunction }: DeclaredName): string[] {
  if (FIXED_NAMES.some((fixed) => fixed.name === name && fixed.files.test(file))) return []
  const whole = Object.hasOwn(BANNED_NAMES, name.toLowerCase()) ? BANNED_NAMES[name.toLowerCase()] : undefined
  if (whole) return [`the name ${name} says too little: ${whole}`]
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  const banned = words.find((word) => Object.hasOwn(BANNED_WORDS, word))
  if (banned) return [`the name ${name} holds “${banned}”: ${BANNED_WORDS[banned]}`]
  if (isFunction && /[a-z]Of$/.test(name)) return [`the function ${name} ends in “Of”: begin with get, list or find`]
  if (isFunction && /^open[A-Z]/.test(name)) return [`the function ${name} begins with “open”: begin with create`]
  return []
}

function listCommentFaults(comment: string): string[] {
  const prose = comment
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^(biome-|@ts-|#|@vitest|v8 ignore)/.test(prose)) return []
  const faults = COMMENT_PATTERNS.filter(([pattern]) => pattern.test(prose)).map(([, message]) => message)
  const long = prose.split(/[.!?;:]\s|@\w+/).find((sentence) => sentence.trim().split(' ').length > MAX_SENTENCE_WORDS)
  return [...faults, ...(long ? [`has a sentence of more than ${MAX_SENTENCE_WORDS} words`] : [])].map(
    (message) => `a comment ${message}: ${prose.slice(0, 90)}`,
  )
}

/** Neighbouring `//` lines are one comment. */
function joinLineComments(comments: { type: string; value: string; start: number; end: number }[], text: string) {
  const joined: { value: string; start: number; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const previous = joined.at(-1)
    if (type === 'Line' && previous?.isLine && /^\n[ \t]*$/.test(text.slice(previous.end, start))) {
      previous.value += ` ${value}`
      previous.end = end
    } else joined.push({ value, start, end, isLine: type === 'Line' })
  }
  return joined
}

function listDeclaredNames(root: SyntaxNode): DeclaredName[] {
  const names: DeclaredName[] = []
  const add = (node: unknown, isFunction = false): void => {
    const target = node as SyntaxNode | null
    if (target?.type === 'Identifier') names.push({ name: String(target.name), start: target.start, isFunction })
    if (target?.type === 'AssignmentPattern') add(target.left)
    if (target?.type === 'RestElement') add(target.argument)
    if (target?.type === 'ArrayPattern') for (const element of target.elements as unknown[]) add(element)
    // A key that is taken over unchanged is declared elsewhere, maybe by a library.
    if (target?.type === 'ObjectPattern')
      for (const property of target.properties as SyntaxNode[]) if (!property.shorthand) add(property.value ?? property)
  }
  walk(root, (node) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      add(node.id, true)
      for (const param of node.params as unknown[]) add(param)
    }
    if (node.type === 'VariableDeclarator') add(node.id, isFunction(node.init))
    if (/^(TSTypeAliasDeclaration|TSInterfaceDeclaration|ClassDeclaration)$/.test(node.type)) add(node.id)
    if (/^(TSPropertySignature|PropertyDefinition)$/.test(node.type)) add(node.key)
    if (/^(TSMethodSignature|MethodDefinition)$/.test(node.type)) add(node.key, true)
  })
  return names
}

function isFunction(node: unknown): boolean {
  return /^(FunctionExpression|ArrowFunctionExpression)$/.test((node as SyntaxNode | null)?.type ?? '')
}

function walk(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  else if (node && typeof node === 'object') {
    if (typeof (node as SyntaxNode).type === 'string') visit(node as SyntaxNode)
    for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child, visit)
  }
}

function at(file: string, text: string, start: number): string {
  return `${file}:${text.slice(0, start).split('\n').length}`
}

if (import.meta.main) {
  const sources = new Map(
    globSync(['{src,tools,tests}/**/*.{ts,tsx}', '*.ts'])
      .filter((file) => !/\.gen\.|\.d\.ts$/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
  const faults = [
    ...[...sources].flatMap(([file, text]) => findWordFaults(file, text)),
    ...globSync('migrations/*.sql').flatMap((file) => findCommentFaultsOfSql(file, readFileSync(file, 'utf8'))),
    ...findRepeatedTypes(new Map([...sources].filter(([file]) => /^src\/(?!.*\.test\.)/.test(file)))),
  ]
  console.log(faults.length > 0 ? `${faults.join('\n')}\n${faults.length} faults` : `${sources.size} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
