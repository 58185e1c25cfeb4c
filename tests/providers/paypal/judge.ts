/**
 * Judges that we did not write: PayPal's own OpenAPI texts decide whether what we ask is a request that PayPal knows,
 * and whether what the double answers could have been said by PayPal. Access tokens have no description there.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import type { Exchange } from './paypal.ts'

const FILES = [
  'paypal_checkout_orders_v2',
  'paypal_payments_payment_v2',
  'paypal_customer_disputes_v1',
  'paypal_notifications_webhooks_v1',
]
const TOKENS = '/v1/oauth2/token'

export type Judge = { findFaults(exchange: Exchange): string[]; findFaultsOfEvent(event: object): string[] }

/** The folder that has PayPal's texts. */
export function findSpecifications(): string | null {
  const first = findSpecFile('paypal', `${FILES[0]}.json`)
  return first && join(first, '..')
}

export function createJudge(folder: string): Judge {
  const specs = FILES.map((id) => ({ id, spec: JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as Spec }))
  // One of PayPal's patterns is valid only without the flag.
  const options = { strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false } as const
  const ajv = new Ajv(options)
  // A query and a header know text only.
  const texts = new Ajv({ ...options, coerceTypes: true })
  for (const { id, spec } of specs) ajv.addSchema({ $id: id, components: withNull(spec.components) })
  const validator = createValidators()

  return {
    findFaults({ method, path, query, headers, body, status, answer }) {
      if (path === TOKENS) return []
      const match = specs.flatMap(({ id, spec }) => {
        const operation = findOperation(spec, method, path)
        return operation ? { id, spec, ...operation } : []
      })[0]
      if (!match) return [`${method} ${path} is not in PayPal’s specification`]
      const { id, spec, name, operation } = match
      const requested = operation.requestBody?.content['application/json']?.schema
      const response = operation.responses[status] ?? operation.responses.default
      const answered = response?.content?.['application/json']?.schema ?? {}
      const compile = (kind: 'query' | 'header') => () => texts.compile(parametersSchema(spec, operation, kind))
      return [
        ...listFaults(`${name} query`, validator(`${name} query`, compile('query')), Object.fromEntries(query)),
        ...listFaults(`${name} header`, validator(`${name} header`, compile('header')), { ...headers }),
        ...listFaults(
          `${name} asks`,
          validator(`${name} asks`, () => ajv.compile(requested ? inSpec(requested, id) : { type: 'null' })),
          body,
        ),
        ...listFaults(
          `${name} answers ${status}`,
          validator(`${name} ${status}`, () => ajv.compile(inSpec(answered, id))),
          answer,
        ),
      ]
    },
    findFaultsOfEvent(event) {
      const { resource_type: kind, resource } = event as { resource_type: string; resource: unknown }
      const [file, schema] = RESOURCES[kind] ?? ['', '']
      const check = (of: string, name: string) =>
        validator(`${of} ${name}`, () => ajv.compile({ $ref: `${of}#/components/schemas/${name}` }))
      return [
        ...listFaults('event', check('paypal_notifications_webhooks_v1', 'event'), event),
        ...(file && schema ? listFaults(`event of ${kind}`, check(file, schema), resource) : [`no resource ${kind}`]),
      ]
    },
  }
}

/** The description of the resource in an event. */
const RESOURCES: Record<string, [file: string, schema: string]> = {
  'checkout-order': ['paypal_checkout_orders_v2', 'order'],
  capture: ['paypal_payments_payment_v2', 'capture-2'],
  refund: ['paypal_payments_payment_v2', 'refund'],
  dispute: ['paypal_customer_disputes_v1', 'dispute'],
}
