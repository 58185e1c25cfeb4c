/**
 * Judges that we did not write: Stripe's own OpenAPI text decides whether what we ask is a request that
 * it knows, and whether what the double answers could have been said by Stripe. The text is not part of
 * this project; PROVIDER_SPECS names the folder that has it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Exchange } from './stripe.ts'

const FILE = 'spec3-subset.json'

type Schema = { [key: string]: unknown }
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Spec = { paths: Record<string, Record<string, Operation>>; components: Schema }

export type Judge = { findFaults(exchange: Exchange): string[]; faultsOfEvent(event: object): string[] }

/** The folder itself, or the one above it. */
export function findSpecification(folder = process.env.PROVIDER_SPECS): string | null {
  const locations = folder ? [join(folder, FILE), join(folder, 'stripe', FILE)] : []
  return locations.find((location) => existsSync(location)) ?? null
}

export function createJudge(file: string): Judge {
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  // A form knows text only.
  const forms = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: true })
  ajv.addSchema({ $id: 'spec', components: withNull(spec.components) })
  const compiled = new Map<string, ValidateFunction>()
  const validator = (name: string, make: () => ValidateFunction) => {
    const known = compiled.get(name) ?? make()
    compiled.set(name, known)
    return known
  }
  const said = (name: string, check: ValidateFunction, value: unknown) =>
    check(value)
      ? []
      : (check.errors ?? [])
          .slice(0, 8)
          .map((error) => `${name}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)

  return {
    findFaults({ method, path, query, form, status, answer }) {
      const match = findOperation(spec, method, path)
      if (!match) return [`${method} ${path} is not in Stripe’s specification`]
      const { operation, name } = match
      const request = validator(`${name} query`, () => forms.compile(querySchema(operation)))
      const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
      const formed = validator(`${name} form`, () => forms.compile(body ?? {}))
      const response = operation.responses[status] ?? operation.responses.default
      const schema = response?.content['application/json']?.schema ?? {}
      const answered = validator(`${name} ${status}`, () => ajv.compile(inSpec(schema)))
      const values = new URLSearchParams(query)
      return [
        ...said(`${name} asks query`, request, decode(values)),
        ...said(`${name} asks`, formed, decode(new URLSearchParams(form))),
        ...said(`${name} answers ${status}`, answered, answer),
      ]
    },
    faultsOfEvent(event) {
      const check = validator('event', () => ajv.compile({ $ref: 'spec#/components/schemas/event' }))
      return said('event', check, event)
    },
  }
}

function findOperation(spec: Spec, method: string, path: string): { name: string; operation: Operation } | null {
  const template = spec.paths[path]
    ? path
    : Object.keys(spec.paths).find((known) => new RegExp(`^${known.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const operation = template && spec.paths[template]?.[method.toLowerCase()]
  return template && operation ? { name: `${method} ${template}`, operation } : null
}

function querySchema({ parameters = [] }: Operation): Schema {
  const request = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(request.map(({ name, schema }) => [name, schema])),
    required: request.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** `a[b]=1&c[]=2&d[0]=3` → `{a:{b:'1'},c:['2'],d:['3']}`: Stripe's way to write what is nested. */
function decode(values: URLSearchParams): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    put(root, [first, ...rest], value)
  }
  return root
}

function put(into: Record<string, unknown>, [name = '', next, ...rest]: string[], value: string): void {
  if (next === undefined) into[name] = value
  else if (/^\d*$/.test(next)) into[name] = [...((into[name] as unknown[]) ?? []), value]
  else {
    into[name] ??= {}
    put(into[name] as Record<string, unknown>, [next, ...rest], value)
  }
}

/** OpenAPI's `nullable`, as JSON Schema says it. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNull(part)]))
  return nullable === true
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, ...(nullable !== undefined && nullable !== true && { nullable }) }
}

function inSpec(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(withNull(schema)).replaceAll('"#/components', '"spec#/components')) as Schema
}
