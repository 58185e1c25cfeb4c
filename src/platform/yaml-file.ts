/** A file of YAML read against its schema. Every fault is told by file and line, in the words of whoever edits the file. */
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

type Path = readonly PropertyKey[]
/** What was read, null where it is wrong, and how to name a place in it. */
export type YamlSource<Value> = { value: Value | null; fault(path: Path, message: string): void }

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
  const at = (line: number, where: Path, message: string) => {
    const place = `${path}:${line + firstLine - 1}`
    faults.push(`${place} ${where.length > 0 ? `${where.map(String).join('.')}: ` : ''}${message}`)
  }
  const fault = (where: Path, message: string) => at(lines.linePos(offsetOf(document, where)).line, where, message)

  const broken = document.errors[0]
  if (broken) {
    at(lines.linePos(broken.pos[0]).line, [], broken.message)
    return { value: null, fault }
  }

  const result = schema.safeParse(document.toJS())
  if (result.success) return { value: result.data, fault }
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fault([...issue.path, key], 'is not a known field')
    else fault(issue.path, issue.message)
  }
  return { value: null, fault }
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
