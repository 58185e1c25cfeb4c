/** Binds an endpoint to the verb that serves it. What is parsed, allowed and answered is in mount.ts. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '#domain/outcome.ts'
import type { EndpointShape, Received } from './endpoint.ts'

/** Who calls. A checkout token is proved by the verb that knows its order. */
export type Actor =
  | { kind: 'guest'; checkoutToken: string | null }
  | { kind: 'person'; personId: string; sessionId: string; audience: 'learner' | 'admin'; roles: readonly string[] }

export type Call = { actor: Actor; ip: string; headers: IncomingHttpHeaders; rawBody: string | null; requestId: string }
export type Reply = { ok: true; status: number; body: unknown } | { ok: false; refusal: Refusal }
export type Mounted = {
  endpoint: EndpointShape
  run(call: Call & { params: unknown; query: unknown; body: unknown }): Promise<Reply>
}

type Body<E extends EndpointShape, Status extends keyof E['answers']> = E['answers'][Status] extends {
  _zod: { output: infer Output }
}
  ? Output
  : never

type Answered<E extends EndpointShape> = {
  [Status in keyof E['answers'] & number]: { ok: true; status: Status; body: Body<E, Status> }
}[keyof E['answers'] & number]

export function handle<const E extends EndpointShape>(
  endpoint: E,
  verb: (call: Call & Received<E>) => Promise<Answered<E> | { ok: false; refusal: Refusal }>,
): Mounted {
  return { endpoint, run: (call) => verb(call as Call & Received<E>) }
}

export function answer<const Status extends number, Content>(
  status: Status,
  body: Content,
): { ok: true; status: Status; body: Content } {
  return { ok: true, status, body }
}

export function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
