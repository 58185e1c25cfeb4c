/**
 * Describes the endpoints as OpenAPI 3.1, for programs that call them. A schema with an id (`.meta({ id })`), and every
 * body and response of a call, has its own name in the document.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { type RefusalCode, refusals } from '#domain/refusal.ts'
import type { ActorKind, EndpointShape, Host } from './endpoint.ts'

type ApiUrls = Pick<Config, 'loginApiUrl' | 'paymentApiUrl' | 'staticDataApiUrl' | 'communityApiUrl'>
type JsonSchema = Record<string, unknown>
/** The schemas of the document by name. */
type Components = Record<string, JsonSchema>

const HOSTS: Record<Host, { url: keyof ApiUrls; description: string }> = {
  login: { url: 'loginApiUrl', description: 'Accounts, log-in and the portal' },
  payment: { url: 'paymentApiUrl', description: 'Prices, orders, payments and refunds' },
  'static-data': { url: 'staticDataApiUrl', description: 'Courses, dates and forms' },
  community: { url: 'communityApiUrl', description: 'Lessons, sessions and the studio' },
}

const BEARER: Record<ActorKind, { security: Record<string, string[]>[]; note?: string }> = {
  anyone: { security: [] },
  learner: { security: [{ learner: [] }] },
  admin: { security: [{ learner: [] }], note: 'For a community admin, with the token of an admin’s log-in.' },
  person: { security: [{ learner: [] }], note: 'For a learner and for an admin alike.' },
  'order-holder': { security: [{ checkout: [] }, { learner: [] }] },
  provider: { security: [], note: 'Called by the payment provider, which signs the raw body.' },
}

const REFUSAL: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    errorCode: { type: 'string' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['message', 'errorCode', 'requestId'],
}

export function describeApi(endpoints: readonly EndpointShape[], urls: ApiUrls, siteName: string): JsonSchema {
  const schemas: Components = { Refusal: REFUSAL }
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))) {
    // Without a slash at the end: paths match with and without, and linters of such documents refuse one.
    const path = `/api/v1/${endpoint.path}`.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, urls, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: listServers(urls),
    tags: Object.entries(HOSTS).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        learner: { type: 'http', scheme: 'bearer', description: 'An access token of the log-in host.' },
        checkout: { type: 'http', scheme: 'bearer', description: "The order's own checkout token." },
      },
    },
  }
}

const sortKey = ({ path, method }: EndpointShape) => `${path} ${method}`

/** Hosts may share a URL. */
function listServers(urls: ApiUrls) {
  const byUrl = Map.groupBy(Object.keys(HOSTS) as Host[], (host) => toBase(urls, host))
  return [...byUrl].map(([url, hosts]) => ({ url, description: `Host ${hosts.join(', ')}` }))
}

/** Paths begin with a slash, so a base ends without one. */
const toBase = (urls: ApiUrls, host: Host) => urls[HOSTS[host].url].replace(/\/$/, '')

function describeOperation(endpoint: EndpointShape, urls: ApiUrls, schemas: Components): JsonSchema {
  const { security, note } = BEARER[endpoint.actor]
  const operationId = nameOperation(endpoint)
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 255 } }
  const parameters = [
    ...describeParameters('path', endpoint.params, schemas),
    ...describeParameters('query', endpoint.query, schemas),
    ...(endpoint.idempotent ? [key] : []),
  ]
  const isOneServer = listServers(urls).length === 1
  return {
    operationId,
    tags: [endpoint.host],
    summary: endpoint.summary,
    ...(note && { description: note }),
    ...(!isOneServer && { servers: [{ url: toBase(urls, endpoint.host) }] }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(addSchema(`${operationId}Body`, endpoint.body, 'input', schemas)) },
    }),
    responses: { ...describeAnswers(endpoint, operationId, schemas), ...describeRefusals(endpoint) },
  }
}

/** `GET orders/:orderId/receipt` → `getOrdersOrderIdReceipt` */
function nameOperation({ method, path }: EndpointShape): string {
  return path
    .split(/[^A-Za-z0-9]+/)
    .reduce((name, word) => name + word.charAt(0).toUpperCase() + word.slice(1), method.toLowerCase())
}

function describeParameters(location: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Components) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas) as {
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

function describeAnswers({ answers, file, redirect }: EndpointShape, operationId: string, schemas: Components) {
  if (file)
    return { 200: { description: 'The file, to be saved', content: { [file]: { schema: { type: 'string' } } } } }
  if (redirect) return { 302: { description: 'A redirect' } }
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema], index) => {
      const isEmpty = schema instanceof z.ZodNever || schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid
      const name = `${operationId}Response${index > 0 ? status : ''}`
      return [
        status,
        { description: 'Done', ...(!isEmpty && { content: json(addSchema(name, schema, 'output', schemas)) }) },
      ]
    }),
  )
}

function describeRefusals(endpoint: EndpointShape) {
  const codes = new Set([...listCommonRefusals(endpoint), ...endpoint.refusals])
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: json(refer('Refusal')) },
    ]),
  )
}

/** `src/http/mount.ts` refuses these calls before their verb, whatever the endpoint declares. */
function listCommonRefusals({ actor, body }: EndpointShape): RefusalCode[] {
  const needsToken = actor === 'learner' || actor === 'admin' || actor === 'person'
  return [
    ...(body ? (['BODY_INVALID'] as const) : []),
    ...(needsToken ? (['TOKEN_REQUIRED'] as const) : []),
    'TOKEN_INVALID',
  ]
}

type Direction = 'input' | 'output'

/** A schema with an id keeps its own name. */
function addSchema(name: string, schema: z.ZodType, io: Direction, schemas: Components): JsonSchema {
  const own = z.globalRegistry.get(schema)?.id
  return own ? toJsonSchema(schema, io, schemas) : store(name, toJsonSchema(schema, io, schemas), schemas)
}

/** Two different schemas of one name would be a fault of the program. */
function store(name: string, schema: JsonSchema, schemas: Components): JsonSchema {
  if (schemas[name] && !isDeepStrictEqual(schemas[name], schema)) throw new Error(`Two schemas are named ${name}`)
  schemas[name] = schema
  return refer(name)
}

const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function toJsonSchema(schema: z.ZodType, io: Direction, schemas: Components): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    target: 'draft-2020-12',
    // A response may get further fields, which its readers ignore.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  const { $defs = {}, ...content } = relocate(rest) as JsonSchema & { $defs?: Record<string, JsonSchema> }
  for (const [name, definition] of Object.entries($defs)) store(name, definition, schemas)
  return content
}

/** zod puts the schemas with an id below the schema that uses them; the document has one place for all of them. */
function relocate(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}
