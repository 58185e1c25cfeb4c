/**
 * A file of YAML read against its schema, and one written. Every fault is told by file, line and column, in the
 * words of whoever edits the file; a value has one text, so that what did not change does not differ.
 */
import { Document, isCollection, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'

type Path = readonly PropertyKey[]
/** What was read, null where it is wrong, and the sentence that tells a fault at a place in it. */
export type YamlSource<Value> = { value: Value | null; told(path: Path, message: string): string }

/**
 * @param text the YAML alone; `firstLine` is where it begins in its file
 * @param faults takes what is wrong, one sentence each
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
  const at = (offset: number, where: Path, message: string) => {
    const { line, col } = lines.linePos(offset)
    const place = `${path}:${line + firstLine - 1}:${col}`
    return `${place} ${where.length > 0 ? `${where.map(String).join('.')}: ` : ''}${message}`
  }
  const told = (where: Path, message: string) => at(offsetOf(document, where), where, message)
  const wrong = (...sentences: string[]) => {
    faults.push(...sentences)
    return { value: null, told }
  }

  if (document.errors.length > 0) return wrong(...document.errors.map(({ pos, message }) => at(pos[0], [], message)))
  const read = plainValue(document)
  if ('fault' in read) return wrong(at(0, [], read.fault))
  const result = schema.safeParse(read.value)
  if (result.success) return { value: result.data, told }
  return wrong(
    ...result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => told([...issue.path, key], 'is not a known field'))
        : told(issue.path, issue.message),
    ),
  )
}

/** How a value is laid out. Paths have names only, without the numbers of list entries. */
export type YamlLayout = {
  /** On one line, where it is short: a list or map of few words. */
  inline(path: string): boolean
  /** After an empty line; an entry of the outermost list is `*`. */
  apart(path: string): boolean
}

/** One text for one value: keys in their order, long lines whole, quotes only where they are needed. */
export function writeYaml(value: unknown, layout: YamlLayout): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    // Older readers take an hour without quotes for a number.
    Scalar(_key, node) {
      if (typeof node.value === 'string' && /^\d\d:\d\d$/.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
    Pair(_key, pair, ancestors) {
      const path = pathTo([...ancestors, pair])
      if (isCollection(pair.value) && layout.inline(path)) pair.value.flow = true
      if (isNode(pair.key) && layout.apart(path)) pair.key.spaceBefore = true
    },
    Collection(key, node, ancestors) {
      const parent = ancestors.at(-1)
      const isEntry = typeof key === 'number' && isCollection(parent)
      const path = [pathTo(ancestors), '*'].filter(Boolean).join('.')
      if (isEntry && layout.inline(path)) node.flow = true
      if (isEntry && key > 0 && layout.apart(path)) node.spaceBefore = true
    },
  })
  return document.toString({ lineWidth: 0, blockQuote: false })
}

function pathTo(nodes: readonly unknown[]): string {
  const keys = nodes.flatMap((node) =>
    typeof node === 'object' && node !== null && 'key' in node && isNode(node.key) ? String(node.key) : [],
  )
  return keys.join('.')
}

/** Names that stand for each other without end are refused by the parser. */
function plainValue(document: Document): { value: unknown } | { fault: string } {
  try {
    return { value: document.toJS() }
  } catch (error) {
    if (error instanceof ReferenceError) return { fault: error.message }
    throw error
  }
}

/** Where a value stands in its file: its key where it has one; what is missing, where it should be. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent) && parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
