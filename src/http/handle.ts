/** Binds an endpoint to the verb that serves it. What is parsed, allowed and answered is in mount.ts. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Refusal } from '#domain/outcome.ts'
import type { EndpointShape, Received } from './endpoint.ts'

export type Person = {
  kind: 'person'
  personId: string
  sessionId: string
  audience: 'learner' | 'admin'
  roles: readonly string[]
  /** Within the last ten minutes this session showed whose the account is. Contract §3. */
  isSteppedUp?: boolean
}

/** Who calls. A checkout token is proved by the verb that knows its order. */
export type Actor = { kind: 'guest'; checkoutToken: string | null } | Person

export type Call<Who extends Actor = Actor> = {
  actor: Who
  ip: string
  /** What a trusted proxy says of where the caller is, unchecked. */
  proxyCountry: string | null
  headers: IncomingHttpHeaders
  rawBody: string | null
  requestId: string
}
/** A file as it is sent. Its name is ASCII without quotes. */
export type SentFile<Content extends Buffer | Readable = Buffer> = { filename: string; content: Content }

/** What the answer's `Set-Cookie` says. */
export type Cookies = string | readonly string[] | null
export type Reply =
  | { ok: true; status: number; body: unknown; cookie?: Cookies }
  | { ok: true; file: SentFile<Buffer | Readable> }
  | { ok: false; refusal: Refusal }
export type Mounted = {
  endpoint: EndpointShape
  run(call: Call & { params: unknown; query: unknown; body: unknown }): Promise<Reply>
}

type Body<E extends EndpointShape, Status extends keyof E['answers']> = E['answers'][Status] extends {
  _zod: { output: infer Output }
}
  ? Output
  : never

type Answered<E extends EndpointShape> = E extends { file: string }
  ? { ok: true; file: SentFile<Buffer | Readable> }
  : {
      [Status in keyof E['answers'] & number]: {
        ok: true
        status: Status
        body: Body<E, Status>
        cookie?: Cookies
      }
    }[keyof E['answers'] & number]

/** Where an endpoint is for people signed in, nobody else reaches its verb: mount.ts has seen to it. */
type Caller<E extends EndpointShape> = E['actor'] extends 'learner' | 'admin' | 'person' ? Person : Actor

export function handle<const E extends EndpointShape>(
  endpoint: E,
  verb: (call: Call<Caller<E>> & Received<E>) => Promise<Answered<E> | { ok: false; refusal: Refusal }>,
): Mounted {
  return { endpoint, run: (call) => verb(call as Call<Caller<E>> & Received<E>) }
}

export function answer<const Status extends number, Content>(
  status: Status,
  body: Content,
  cookie: Cookies = null,
): { ok: true; status: Status; body: Content; cookie: Cookies } {
  return { ok: true, status, body, cookie }
}

/** For an endpoint that declares a file. */
export function answerFile<Content extends Buffer | Readable>(
  file: SentFile<Content>,
): { ok: true; file: SentFile<Content> } {
  return { ok: true, file }
}

export function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
