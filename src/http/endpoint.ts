/**
 * An endpoint as a value: where it is, who may call it, what goes in and what comes out. The server
 * mounts it, the browser's client calls it and `docs/api/openapi.json` is generated from it.
 */
import type { z } from 'zod'
import type { RefusalCode } from '#domain/refusal.ts'
import type { Priority } from '#platform/pressure.ts'

export const LONGEST_BODY_SECONDS = 15 * 60

export type Host = 'login' | 'payment' | 'static-data' | 'community'

/**
 * Who may call. `admin` is a community admin signed in as one, `person` someone signed in as a learner or as an admin; `order-holder` is whoever shows the order's own checkout token, or its buyer signed
 * in, or a community admin; `provider` proves itself by signing the raw body.
 */
export type ActorKind = 'anyone' | 'learner' | 'admin' | 'person' | 'order-holder' | 'provider'

export type EndpointShape = {
  host: Host
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/v1/`, without slashes at its ends; `:name` marks a parameter. */
  path: string
  summary: string
  actor: ActorKind
  /** The call must carry an Idempotency-Key, and repeats of it get the first answer. */
  idempotent?: true
  /**
   * The session must have shown in the last ten minutes whose the account is, else `STEP_UP_REQUIRED`. Contract §3.
   * `unless-preview`: not where the body asks what the call would do.
   */
  stepUp?: 'always' | 'unless-preview'
  /** A form of the static data host: its refusals also say `status: "failed"`. Specification §7. */
  form?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** How long the body may take to arrive, where 30 seconds are too few, as for an upload. At most `LONGEST_BODY_SECONDS`. */
  bodySeconds?: number
  /** Which calls are refused first where there is more to do than can be done. `normal`, or `highest` for providers, unless set. */
  priority?: Priority
  answers: Readonly<Record<number, z.ZodType>>
  /** The good answer is a file of this media type, to be saved, and `answers` are empty. For GET alone. */
  file?: 'application/pdf' | 'text/csv'
  refusals: readonly RefusalCode[]
}

/** Declares an endpoint and keeps its exact type, so that server and browser agree about it. */
export function endpoint<const Shape extends EndpointShape>(shape: Shape): Shape {
  return shape
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Given<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** What the server's handler receives, parsed. */
export type Received<E extends EndpointShape> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a caller hands over. */
export type Sent<E extends EndpointShape> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: Given<E[Part]>
}

/** The body of any good answer. */
export type Answer<E extends EndpointShape> = E extends { file: string }
  ? Blob
  : z.output<E['answers'][keyof E['answers']]>
