/** Generates docs/api/openapi.json (OpenAPI 3.1) from the mounted endpoints. */
import { z } from 'zod'
import { refusals } from '#domain/refusal.ts'
import type { ActorKind, EndpointShape } from '#http/endpoint.ts'

const BEARER: Record<ActorKind, { security: Record<string, string[]>[]; note?: string }> = {
  anyone: { security: [] },
  learner: { security: [{ learner: [] }] },
  admin: { security: [{ learner: [] }], note: 'For a community admin, with the token of an admin’s log-in.' },
  person: { security: [{ learner: [] }], note: 'For a learner and for an admin alike.' },
  'order-holder': { security: [{ checkout: [] }, { learner: [] }] },
  provider: { security: [], note: 'Called by the payment provider, which signs the raw body.' },
}

const REFUSED = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    errorCode: { type: 'string' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['message', 'errorCode', 'requestId'],
}

export function describeApi(endpoints: readonly EndpointShape[]): string {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))) {
    const path = `/api/v1/${endpoint.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint) }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Understudy', version: '1' },
    paths,
    components: {
      schemas: { Refusal: REFUSED },
      securitySchemes: {
        learner: { type: 'http', scheme: 'bearer', description: 'An access token of the log-in host.' },
        checkout: { type: 'http', scheme: 'bearer', description: "The order's own checkout token." },
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const sortKey = ({ path, method }: EndpointShape) => `${path} ${method}`

function describe(endpoint: EndpointShape) {
  const { security, note } = BEARER[endpoint.actor]
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 255 } }
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.idempotent ? [key] : []),
  ]
  return {
    tags: [endpoint.host],
    summary: endpoint.summary,
    ...(note && { description: note }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: json(toJsonSchema(endpoint.body, 'input')) } }),
    responses: { ...describeAnswers(endpoint), ...describeRefusals(endpoint) },
  }
}

function parametersIn(location: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    ...((location === 'path' || required.includes(name)) && { required: true }),
    schema: property,
  }))
}

function describeAnswers({ answers, file }: EndpointShape) {
  if (file) return { 200: { description: 'The file, to be saved', content: { [file]: {} } } }
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => {
      const content = toJsonSchema(schema, 'output')
      const isEmpty = Object.keys(content).length === 0 || 'not' in content
      return [status, { description: 'Done', ...(!isEmpty && { content: json(content) }) }]
    }),
  )
}

function describeRefusals(endpoint: EndpointShape) {
  const byStatus = Map.groupBy(endpoint.refusals, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Refusal' }) },
    ]),
  )
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    target: 'draft-2020-12',
  })
  return rest
}

function json(schema: unknown) {
  return { 'application/json': { schema } }
}
