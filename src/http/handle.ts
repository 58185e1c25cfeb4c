/** Binds an endpoint to the verb that serves it. mount.ts parses, authorises and responds. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Outcome, Refusal } from '#domain/outcome.ts'
import type { EndpointShape, ParsedInput } from './endpoint.ts'

export type Person = {
  kind: 'person'
  personId: string
  sessionId: string
  audience: 'learner' | 'admin'
  roles: readonly string[]
  /** The session proved its owner in the last ten minutes. See `docs/contract` §3. */
  isSteppedUp?: boolean
  /** The person logged in or stepped up in the last hour. See `docs/contract` §31. */
  isRecentlyConfirmed?: boolean
}

/** The caller. A checkout token is verified by the verb that loads its order. */
export type Actor = { kind: 'guest'; checkoutToken: string | null } | Person

export type Call<Who extends Actor = Actor> = {
  actor: Who
  ip: string
  /** The caller's country as a trusted proxy reports it, unchecked. */
  proxyCountry: string | null
  headers: IncomingHttpHeaders
  rawBody: string | null
  requestId: string
}
/** A file download. Its name is ASCII without quotes. */
export type SentFile<Content extends Buffer | Readable = Buffer> = { filename: string; content: Content }

/** The response's `Set-Cookie`. */
export type Cookies = string | readonly string[] | null
/** How long a response stays correct, and the names of the data whose change drops it earlier. */
export type CacheRule = { seconds: number; tags: readonly string[] }
export type Reply =
  | { ok: true; status: number; body: unknown; cookie?: Cookies; cache?: CacheRule | null }
  | { ok: true; file: SentFile<Buffer | Readable> }
  | { ok: true; redirectTo: string }
  | { ok: false; refusal: Refusal; cookie?: Cookies }
export type MountedEndpoint = {
  endpoint: EndpointShape
  /** Whether a caller may send a large body. Runs before a byte of the body is read. */
  permit?: (call: { actor: Actor; params: unknown }) => Promise<Outcome<unknown>>
  run(call: Call & { params: unknown; query: unknown; body: unknown }): Promise<Reply>
}

type Body<E extends EndpointShape, Status extends keyof E['answers']> = E['answers'][Status] extends {
  _zod: { output: infer Output }
}
  ? Output
  : never

type HandlerResult<E extends EndpointShape> = E extends { file: string }
  ? { ok: true; file: SentFile<Buffer | Readable> }
  : E extends { redirect: true }
    ? { ok: true; redirectTo: string }
    : {
        [Status in keyof E['answers'] & number]: {
          ok: true
          status: Status
          body: Body<E, Status>
          cookie?: Cookies
          cache?: CacheRule | null
        }
      }[keyof E['answers'] & number]

/** The status of an endpoint with one answer. */
type OnlyStatus<Status, All = Status> = Status extends unknown ? ([All] extends [Status] ? Status : never) : never
type OnlyBody<E extends EndpointShape> = Body<E, OnlyStatus<keyof E['answers'] & number>>

/** An outcome is returned as it is where the endpoint has one answer: a file, no content, or `{data}` and nothing else. */
type AnsweredOutcome<E extends EndpointShape> = E extends { file: string }
  ? Outcome<SentFile<Buffer | Readable>>
  : [OnlyBody<E>] extends [never]
    ? never
    : [OnlyBody<E>] extends [undefined | null]
      ? Outcome<null>
      : OnlyBody<E> extends { data: infer Data }
        ? keyof OnlyBody<E> extends 'data'
          ? Outcome<Data>
          : never
        : never

/** mount.ts has already refused other callers of an endpoint for signed-in people. */
type Caller<E extends EndpointShape> = E['actor'] extends 'learner' | 'admin' | 'person' ? Person : Actor

type Verb<E extends EndpointShape> = (
  call: Call<Caller<E>> & ParsedInput<E>,
) => Promise<HandlerResult<E> | AnsweredOutcome<E> | { ok: false; refusal: Refusal; cookie?: Cookies }>

/** Refuses a caller who may not send a large body. */
type Permit<E extends EndpointShape> = (call: {
  actor: Person
  params: ParsedInput<E>['params']
}) => Promise<Outcome<unknown>>

/** @param permit for an endpoint with a large body; runs before the body is read */
export function handle<const E extends EndpointShape>(
  endpoint: E,
  verb: Verb<E>,
  ...permit: E extends { maxBodyBytes: number } ? [Permit<E>] : []
): MountedEndpoint {
  const [check] = permit as readonly unknown[] as readonly Required<MountedEndpoint>['permit'][]
  return {
    endpoint,
    ...(check && { permit: check }),
    run: async (call) => toReply(endpoint, await verb(call as Call<Caller<E>> & ParsedInput<E>)),
  }
}

function toReply({ answers, file }: EndpointShape, result: Reply | Outcome<unknown>): Reply {
  if (!result.ok || !('value' in result)) return result
  if (file) return { ok: true, file: result.value as SentFile }
  const [status] = Object.keys(answers).map(Number)
  return status === 204 ? respond(204, undefined) : respond(status!, { data: result.value })
}

export function respond<const Status extends number, Content>(
  status: Status,
  body: Content,
  cookie: Cookies = null,
): { ok: true; status: Status; body: Content; cookie: Cookies } {
  return { ok: true, status, body, cookie }
}

/** For an endpoint that declares `cached`. @param cache null if this response may not be cached */
export function respondCached<const Status extends number, Content>(
  status: Status,
  body: Content,
  cache: CacheRule | null,
): { ok: true; status: Status; body: Content; cache: CacheRule | null } {
  return { ok: true, status, body, cache }
}

/** For an endpoint that declares `file`. */
export function respondWithFile<Content extends Buffer | Readable>(
  file: SentFile<Content>,
): { ok: true; file: SentFile<Content> } {
  return { ok: true, file }
}

/** For an endpoint that declares `redirect`. */
export function redirect(redirectTo: string): { ok: true; redirectTo: string } {
  return { ok: true, redirectTo }
}

export function refuse(refusal: Refusal, cookie: Cookies = null): { ok: false; refusal: Refusal; cookie: Cookies } {
  return { ok: false, refusal, cookie }
}
