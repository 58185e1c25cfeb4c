/** Lists the fields of the content files from their schema, for content/README.md. */
import type { z } from 'zod'

type Check = {
  _zod: {
    def: {
      check: string
      value?: number
      minimum?: number
      maximum?: number
      length?: number
      error?: ErrorText
    }
  }
}
type ErrorText = (issue: object) => unknown
/** The parts of a schema's definition that are read here; zod types each kind on its own. */
type Definition = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  valueType?: z.core.$ZodType
  entries?: Record<string, string>
  values?: readonly unknown[]
  defaultValue?: unknown
  format?: string
  checks?: readonly Check[]
  error?: ErrorText
}
type Field = { path: string; isRequired: boolean; fallback: string | null; allowed: string }

/** A table in Markdown with a row for each field of a file, in the order of the schema. */
export function describeFields(schema: z.core.$ZodType): string {
  const rows = listFields(schema, '').map(
    ({ path, isRequired, fallback, allowed }) =>
      `| \`${path}\` | ${isRequired ? 'yes' : ''} | ${allowed.replaceAll('|', '\\|')} | ${fallback === null ? '' : `\`${fallback}\``} |`,
  )
  return ['| field | required | allowed | default |', '|---|---|---|---|', ...rows].join('\n')
}

const define = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

function listFields(schema: z.core.$ZodType, path: string): Field[] {
  const { definition } = unwrap(schema)
  const { shape, element, valueType } = definition
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => {
      const fieldPath = path ? `${path}.${name}` : name
      return [describeField(field, fieldPath), ...listNested(field, fieldPath)]
    })
  if (element) return listFields(element, `${path}[]`)
  return valueType ? listFields(valueType, `${path}.NAME`) : []
}

function listNested(field: z.core.$ZodType, path: string): Field[] {
  return listFields(field, path).filter((nested) => nested.path !== path)
}

function describeField(schema: z.core.$ZodType, path: string): Field {
  const { definition, isRequired, fallback } = unwrap(schema)
  return { path, isRequired, fallback: formatDefault(fallback), allowed: describeAllowed(definition) }
}

/** Without what makes a field optional or changes its value after it was read. */
function unwrap(schema: z.core.$ZodType): { definition: Definition; isRequired: boolean; fallback: unknown } {
  let current = define(schema)
  let isRequired = true
  let fallback: unknown
  for (;;) {
    const { type, innerType, in: input } = current
    if (type === 'optional' || type === 'default' || type === 'prefault') isRequired = false
    if (type === 'default' || type === 'prefault') fallback = current.defaultValue
    const next = type === 'pipe' ? input : innerType
    if (!next) return { definition: current, isRequired, fallback }
    current = define(next)
  }
}

function describeAllowed(definition: Definition): string {
  const { type, entries, values, element, valueType, options, error } = definition
  const own = readMessage(error)
  if (own) return own
  if (entries) return listCodes(Object.values(entries))
  if (values) return listCodes(values)
  if (options) return options.map((option) => describeAllowed(unwrap(option).definition)).join(' or ')
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'number') return `a ${definition.format ? 'whole ' : ''}number${describeBounds(definition)}`
  if (element)
    return `a list${describeBounds(definition)}${unwrap(element).definition.shape ? '' : `, each: ${describeAllowed(unwrap(element).definition)}`}`
  if (valueType) return 'a group of names with their values'
  if (type === 'object') return 'a group of fields'
  return describeText(definition)
}

function describeText({ checks = [] }: Definition): string {
  const messages = checks.map(({ _zod }) => readMessage(_zod.def.error)).filter((message) => message !== null)
  const most = checks.find(({ _zod }) => _zod.def.maximum !== undefined)?._zod.def.maximum
  return `${messages[0] ?? 'text'}${most === undefined ? '' : `, at most ${most} characters`}`
}

/** `must be a code such as NG` → `a code such as NG`. Null for a message that only says what is wrong. */
function readMessage(error: ErrorText | undefined): string | null {
  const message = error?.({})
  if (typeof message !== 'string') return null
  const [, allowed] = /^(?:must be|is not(?= an? known)) (.+)$/.exec(message) ?? []
  return allowed ?? null
}

function describeBounds({ checks = [] }: Definition): string {
  const bounds = checks.map(({ _zod }) => _zod.def)
  const find = (...names: string[]) => bounds.find(({ check }) => names.includes(check))
  const least = find('greater_than', 'min_length')
  const most = find('less_than', 'max_length')
  const exact = find('length_equals')?.length
  if (exact !== undefined) return ` of ${exact}`
  const [from, to] = [least?.value ?? least?.minimum, most?.value ?? most?.maximum]
  if (from !== undefined && to !== undefined) return ` of ${from} to ${to}`
  if (from !== undefined) return ` of at least ${from}`
  return to === undefined ? '' : ` of at most ${to}`
}

const listCodes = (values: readonly unknown[]): string => values.map((value) => `\`${String(value)}\``).join(', ')

/** Null for an empty one, which the table leaves out. */
function formatDefault(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'object') return String(value)
  const isEmpty = Object.keys(value).length === 0
  return isEmpty ? null : JSON.stringify(value).replaceAll('"', '').replaceAll(':', ': ').replaceAll(',', ', ')
}
