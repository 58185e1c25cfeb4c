/**
 * PayPal's REST API: a cached access token, time limits, and strict answers. A refusal that PayPal explains is
 * returned. Every other failure is thrown, because its effect is unknown. Errors name no secret.
 */
import type { z } from 'zod'
import type { PaypalConfig } from '#config/paypal.ts'
import { readUpTo } from '../../read-response.ts'
import { DEADLINE_MS } from '../with-deadline.ts'
import { RefusalShape, TokenShape } from './shapes.ts'

/** A whole page of events fits. */
const MAX_BYTES = 4 * 1024 * 1024
/** A token is renewed this long before its end, so that it does not end on its way. */
const RENEW_BEFORE_MS = 60_000

/** PayPal understood the request and did not do it. `issues` are its codes, such as `INSTRUMENT_DECLINED`. */
export type PaypalRefusal = { status: number; issues: readonly string[] }
export type PaypalAnswer<Value> = { ok: true; value: Value } | { ok: false; refusal: PaypalRefusal }

export type PaypalClient = {
  /** Asks once more if the connection broke or PayPal failed. `path` may contain a query. */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<PaypalAnswer<z.output<Schema>>>
  /** Sends once. The caller repeats it with the same key, which PayPal remembers for 6 hours. */
  post<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    request: { key: string; body: object },
  ): Promise<PaypalAnswer<z.output<Schema>>>
}

type Sent = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export function createPaypalClient(config: PaypalConfig): PaypalClient {
  const tokens = createTokens(config)

  async function call<Schema extends z.ZodType>(
    request: Sent,
    schema: Schema,
  ): Promise<PaypalAnswer<z.output<Schema>>> {
    const token = await tokens.get()
    let response = await send(config, request, token)
    // A token that was withdrawn has no effect, so the request may be repeated.
    if (response.status === 401) response = await send(config, request, await tokens.renew(token))
    const { ok, status, text } = response
    const json = parseJson(text)
    if (ok) {
      const parsed = schema.safeParse(json)
      if (parsed.success) return { ok: true, value: parsed.data }
      throw unknownOutcome(request, status, `unexpected response at ${parsed.error.issues[0]?.path.join('.')}`)
    }
    const refusal = isRefusal(status) ? RefusalShape.safeParse(json) : null
    if (!refusal?.success) throw unknownOutcome(request, status)
    const issues = (refusal.data.details ?? []).flatMap(({ issue }) => issue ?? [])
    return { ok: false, refusal: { status, issues: [refusal.data.name, ...issues] } }
  }

  return {
    async get(path, schema) {
      const request: Sent = { method: 'GET', path }
      return call(request, schema).catch((error) => {
        if (isTimeout(error)) throw error
        return call(request, schema)
      })
    },
    post: (path, schema, { key, body }) =>
      call(
        {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json', 'paypal-request-id': key, prefer: 'return=representation' },
          body: JSON.stringify(body),
        },
        schema,
      ),
  }
}

/** 408, 409 and 429 say that PayPal is busy with the request, or too busy for it. */
const isRefusal = (status: number): boolean => [400, 403, 404, 422].includes(status)

/** One token for all calls. Simultaneous calls wait for the same new one. */
function createTokens(config: PaypalConfig) {
  let current: { token: string; renewAt: number } | null = null
  let next: Promise<string> | null = null

  async function request(): Promise<string> {
    const sent: Sent = {
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    }
    const basic = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
    const { ok, status, text } = await send(config, sent, basic)
    if (status === 401) throw new Error('PayPal does not know PAYPAL_CLIENT_ID with this PAYPAL_CLIENT_SECRET')
    const parsed = ok ? TokenShape.safeParse(parseJson(text)) : null
    if (!parsed?.success) throw unknownOutcome(sent, status)
    const token = `Bearer ${parsed.data.access_token}`
    current = { token, renewAt: performance.now() + Math.max(0, parsed.data.expires_in * 1000 - RENEW_BEFORE_MS) }
    return token
  }

  const renew = (): Promise<string> => {
    next ??= request().finally(() => {
      next = null
    })
    return next
  }
  return {
    get: async () => (current && performance.now() < current.renewAt ? current.token : renew()),
    /** @param spent the token that PayPal refused: another call may have renewed it already */
    renew: async (spent: string) => (current && current.token !== spent ? current.token : renew()),
  }
}

async function send({ apiUrl }: PaypalConfig, { method, path, headers, body }: Sent, authorization: string) {
  const response = await fetch(apiUrl + path, {
    method,
    // A redirect would take the token elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: { accept: 'application/json', authorization, ...headers },
    ...(body !== undefined && { body }),
  })
  return { ok: response.ok, status: response.status, text: await readUpTo(response, MAX_BYTES) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unknownOutcome({ method, path }: Sent, status: number, why = 'no answer that says what happened'): Error {
  return new Error(`PayPal: ${method} ${path.split('?')[0]}: ${status}, ${why}`)
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** The value, where PayPal has no reason to refuse. @throws Error with PayPal's codes */
export function requireDone<Value>(purpose: string, answer: PaypalAnswer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(`PayPal refused ${purpose}: ${answer.refusal.status} ${answer.refusal.issues.join(' ')}`)
}
