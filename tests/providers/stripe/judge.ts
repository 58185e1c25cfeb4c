/**
 * Judges that we did not write: Stripe's own OpenAPI text decides whether what we ask is a request that
 * it knows, and whether what the double answers could have been said by Stripe. The text is not part of
 * this project; PROVIDER_SPECS names the folder that has it.
 */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import {
  createValidators,
  findOperation,
  findSpecFile,
  inSpec,
  listFaults,
  parametersSchema,
  type Spec,
  withNull,
} from '../openapi.ts'
import type { Exchange } from './stripe.ts'

export type Judge = { findFaults(exchange: Exchange): string[]; faultsOfEvent(event: object): string[] }

export const findSpecification = (): string | null => findSpecFile('stripe', 'spec3-subset.json')

export function createJudge(file: string): Judge {
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  // A form knows text only.
  const forms = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: true })
  ajv.addSchema({ $id: 'spec', components: withNull(spec.components) })
  const validator = createValidators()

  return {
    findFaults({ method, path, query, form, status, answer }) {
      const match = findOperation(spec, method, path)
      if (!match) return [`${method} ${path} is not in Stripe’s specification`]
      const { operation, name } = match
      const request = validator(`${name} query`, () => forms.compile(parametersSchema(spec, operation, 'query')))
      const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
      const formed = validator(`${name} form`, () => forms.compile(body ?? {}))
      const response = operation.responses[status] ?? operation.responses.default
      const schema = response?.content?.['application/json']?.schema ?? {}
      const answered = validator(`${name} ${status}`, () => ajv.compile(inSpec(schema, 'spec')))
      const values = new URLSearchParams(query)
      return [
        ...listFaults(`${name} asks query`, request, decode(values)),
        ...listFaults(`${name} asks`, formed, decode(new URLSearchParams(form))),
        ...listFaults(`${name} answers ${status}`, answered, answer),
      ]
    },
    faultsOfEvent(event) {
      const check = validator('event', () => ajv.compile({ $ref: 'spec#/components/schemas/event' }))
      return listFaults('event', check, event)
    },
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
