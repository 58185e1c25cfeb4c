/**
 * Parses a YAML file against a schema, and writes YAML. Each fault names file, line and column. Equal values are
 * written as equal texts, so that version control shows only real changes.
 */
import { Document, isCollection, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { describeFault, describeIssue, describeSyntaxFault } from './yaml-faults.ts'

type Path = readonly PropertyKey[]
/** `value` is null if the file has a fault. `describeFault` formats a message with the position of a path in the file. */
export type YamlSource<Value> = { value: Value | null; describeFault(path: Path, message: string): string }

/**
 * @param text the YAML, which begins at `firstLine` of its file
 * @param faults receives one sentence for each fault
 */
export function readYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  path: string,
  faults: string[],
  firstLine = 1,
): YamlSource<z.output<Schema>> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number, faultPath: Path, message: string) => {
    const { line, col } = lines.linePos(offset)
    const position = `${path}:${line + firstLine - 1}:${col}`
    return `${position} ${faultPath.length > 0 ? `${faultPath.map(String).join('.')}: ` : ''}${message}`
  }
  const describeFaultAt = (faultPath: Path, message: string) => at(findOffset(document, faultPath), faultPath, message)
  const fail = (...sentences: string[]) => {
    faults.push(...sentences)
    return { value: null, describeFault: describeFaultAt }
  }

  // One slip gives several errors: those that follow the first one say nothing new.
  const [syntaxError] = document.errors
  if (syntaxError) return fail(at(syntaxError.pos[0], [], describeSyntaxFault(syntaxError.code)))
  const parsed = toPlainValue(document)
  if ('fault' in parsed) return fail(at(0, [], parsed.fault))
  const result = schema.safeParse(parsed.value, { error: describeIssue })
  if (result.success) return { value: result.data, describeFault: describeFaultAt }
  return fail(
    ...result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => describeFaultAt([...issue.path, key], issue.message))
        : describeFaultAt(issue.path, describeFault(issue, getValue(parsed.value, issue.path))),
    ),
  )
}

function getValue(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
}

/** The layout of a value. Paths consist of names, without the indexes of list entries. */
export type YamlLayout = {
  /** On one line: a short list or map. */
  isInline(path: string): boolean
  /** After an empty line. The path of an entry of the outermost list is `*`. */
  hasEmptyLineBefore(path: string): boolean
}

/** Keeps the order of keys, does not wrap long lines, and quotes only if necessary. */
export function writeYaml(value: unknown, layout: YamlLayout): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    // YAML 1.1 parsers read an unquoted time as a number.
    Scalar(_key, node) {
      if (typeof node.value === 'string' && /^\d\d:\d\d$/.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
    Pair(_key, pair, ancestors) {
      const path = createPath([...ancestors, pair])
      if (isCollection(pair.value) && layout.isInline(path)) pair.value.flow = true
      if (isNode(pair.key) && layout.hasEmptyLineBefore(path)) pair.key.spaceBefore = true
    },
    Collection(key, node, ancestors) {
      const parent = ancestors.at(-1)
      const isEntry = typeof key === 'number' && isCollection(parent)
      const path = [createPath(ancestors), '*'].filter(Boolean).join('.')
      if (isEntry && layout.isInline(path)) node.flow = true
      if (isEntry && key > 0 && layout.hasEmptyLineBefore(path)) node.spaceBefore = true
    },
  })
  return document.toString({ lineWidth: 0, blockQuote: false })
}

function createPath(nodes: readonly unknown[]): string {
  const keys = nodes.flatMap((node) =>
    typeof node === 'object' && node !== null && 'key' in node && isNode(node.key) ? String(node.key) : [],
  )
  return keys.join('.')
}

/** The parser refuses aliases that expand without end. */
function toPlainValue(document: Document): { value: unknown } | { fault: string } {
  try {
    return { value: document.toJS() }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const code = error.message.startsWith('Excessive') ? 'RESOURCE_EXHAUSTION' : 'BAD_ALIAS'
    return { fault: describeSyntaxFault(code) }
  }
}

/** The offset of a value's key in the file, or of its nearest existing parent if the value is missing. */
function findOffset(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent) && parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
