/**
 * Shared by the judges: reads a provider's own OpenAPI text as JSON Schema. The texts are not part of this project;
 * PROVIDER_SPECS names the folder that has them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'

export type Schema = { [key: string]: unknown }
export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
export type Operation = {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Spec = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, Parameter> } & Schema
}

/** The folder itself, or one of its own for the provider. Null where no folder has the file. */
export function findSpecFile(provider: string, name: string, folder = process.env.PROVIDER_SPECS): string | null {
  const locations = folder ? [join(folder, name), join(folder, provider, name)] : []
  return locations.find((location) => existsSync(location)) ?? null
}

export function findOperation(spec: Spec, method: string, path: string): { name: string; operation: Operation } | null {
  const template = spec.paths[path]
    ? path
    : Object.keys(spec.paths).find((known) => new RegExp(`^${known.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const operation = template && spec.paths[template]?.[method.toLowerCase()]
  return template && operation ? { name: `${method} ${template}`, operation } : null
}

/** The parameters of one kind, as the schema of an object. Only for a query are other names refused. */
export function parametersSchema(spec: Spec, { parameters = [] }: Operation, kind: 'query' | 'header'): Schema {
  const resolve = (one: Parameter | { $ref: string }): Parameter | undefined =>
    '$ref' in one ? spec.components.parameters?.[one.$ref.split('/').at(-1) ?? ''] : one
  const chosen = parameters.flatMap((one) => resolve(one) ?? []).filter((one) => one.in === kind)
  const name = (one: Parameter) => (kind === 'header' ? one.name.toLowerCase() : one.name)
  return {
    type: 'object',
    additionalProperties: kind === 'header',
    properties: Object.fromEntries(chosen.map((one) => [name(one), one.schema])),
    required: chosen.filter(({ required }) => required).map(name),
  }
}

/** OpenAPI's `nullable`, as JSON Schema says it. */
export function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNull(part)]))
  return nullable === true
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, ...(nullable !== undefined && nullable !== true && { nullable }) }
}

/** The schema of one operation, whose references lead to the text that ajv knows by this id. */
export function inSpec(schema: Schema, id: string): Schema {
  return JSON.parse(JSON.stringify(withNull(schema)).replaceAll('"#/components', `"${id}#/components`)) as Schema
}

export function listFaults(name: string, check: ValidateFunction, value: unknown): string[] {
  if (check(value)) return []
  return (check.errors ?? [])
    .slice(0, 8)
    .map((error) => `${name}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
}

/** Compiles each schema once. */
export function createValidators() {
  const compiled = new Map<string, ValidateFunction>()
  return (name: string, make: () => ValidateFunction): ValidateFunction => {
    const known = compiled.get(name) ?? make()
    compiled.set(name, known)
    return known
  }
}
