/**
 * An endpoint as a value: host, method, path, actor and schemas. The server mounts it, the browser's client calls it
 * and `/openapi.json` describes it.
 */
import type { z } from 'zod'
import type { RefusalCode } from '#domain/refusal.ts'
import type { Priority } from '#platform/pressure.ts'

export const MAX_BODY_SECONDS = 15 * 60

export type Host = 'login' | 'payment' | 'static-data' | 'community'

/**
 * The allowed callers. `admin` is a signed-in community admin. `person` is signed in as a learner or an admin.
 * `order-holder` has the order's checkout token, is its signed-in buyer, or is an admin. `provider` proves itself by
 * signing the raw body.
 */
export type ActorKind = 'anyone' | 'learner' | 'admin' | 'person' | 'order-holder' | 'provider'

export type EndpointShape = {
  host: Host
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /**
   * Below `/api/v1/`; `:name` marks a parameter. It ends in a slash where docs/specification.md §7 writes one, and
   * matches with and without.
   */
  path: string
  summary: string
  actor: ActorKind
  /** The call must carry an Idempotency-Key, and repeats get the first response. */
  idempotent?: true
  /**
   * The session must have proved its owner in the last ten minutes, else `STEP_UP_REQUIRED`. See `docs/contract`
   * §3. `unless-preview`: not for a body that asks for a preview.
   */
  stepUp?: 'always' | 'unless-preview'
  /**
   * The response depends on the URL and the catalogue alone, so that one is cached for everybody. The handler gets no
   * caller, address or headers. Only for GET.
   */
  cached?: true
  /** A form of the static data host: its refusals also contain `status: "failed"`. docs/specification.md §7. */
  form?: true
  /** Accepts the body of a form and ignores it, for the one click of RFC 8058. */
  ignoresForm?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Time limit of the body if 30 seconds are too few, as for an upload. At most `MAX_BODY_SECONDS`. */
  bodySeconds?: number
  /** Bytes of the body at most, if 256 KB are too few. Only for signed-in people, with a permission (`handle.ts`). */
  maxBodyBytes?: number
  /** The priority under overload: low ones are refused first. Defaults to `normal`, or `highest` for providers. */
  priority?: Priority
  answers: Readonly<Record<number, z.ZodType>>
  /** The successful response is a download of this media type, and `answers` are empty. Only for GET. */
  file?: 'application/pdf' | 'image/png' | 'text/csv' | 'text/plain'
  /** The successful response is a redirect that no cache stores and no other site learns of. `answers` are empty. Only for GET. */
  redirect?: true
  refusals: readonly RefusalCode[]
}

/** Declares an endpoint and keeps its exact type for server and browser. */
export function endpoint<const Shape extends EndpointShape>(shape: Shape): Shape {
  return shape
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** The parsed input of a handler. */
export type ParsedInput<E extends EndpointShape> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** The input that a caller sends. A query without required fields may be left out. */
export type EndpointInput<E extends EndpointShape> = PartsOf<E, 'params' | 'body'> &
  (object extends SchemaInput<E['query']> ? Partial<PartsOf<E, 'query'>> : PartsOf<E, 'query'>)

type PartsOf<E extends EndpointShape, Parts extends 'params' | 'query' | 'body'> = {
  [Part in Parts as E[Part] extends z.ZodType ? Part : never]: SchemaInput<E[Part]>
}

export type RequestBody<E extends { body: z.ZodType }> = z.input<E['body']>
export type RequestQuery<E extends { query: z.ZodType }> = z.input<E['query']>

/** The body of any successful response. */
export type ResponseBody<E extends EndpointShape> = E extends { file: string }
  ? Blob
  : z.output<E['answers'][keyof E['answers']]>
