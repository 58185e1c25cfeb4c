/**
 * Stripe over HTTP, as far as we use it, with a memory: idempotency keys, test cards, refunds, signed
 * webhooks, and every way to fail. Not believed by itself: judge.ts holds it against Stripe's own texts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { createRandom, type Random } from '../../support/random.ts'
import { drawFault, type Fault, type Faults } from '../faults.ts'
import { createWebhookSender, type PostOffice, type Route } from '../post-office.ts'
import { type Books, createBooks, type StripeRequest, type StripeResponse } from './books.ts'
import { newId } from './objects.ts'

export const KEYS = { secretKey: 'sk_test_double', publishableKey: 'pk_test_double', webhookSecret: 'whsec_double' }

export type Exchange = { method: string; path: string; query: string; form: string; status: number; answer: unknown }

export type StripeDouble = {
  url: string
  books: Books
  post: PostOffice
  /** Every request with its response, for the check against Stripe's API description. */
  exchanges: Exchange[]
  /** Every request that came, answered or not. */
  stripeRequest: { method: string; path: string; key: string | null; version: string | null }[]
  /** How likely each fault is; none at first. */
  faults: Faults
  /** The faults of the next requests, in order. `spent`: a failure that Stripe stores for its key. `busy`: another request with the key is running. Null: none. */
  next: (Fault | 'spent' | 'busy' | null)[]
  /** The receiver of events. Null at first. */
  route: Route | null
  /** An event may arrive before the answer to what caused it. */
  hurries: number
  close(): Promise<void>
}

type StoredResponse = { fingerprint: string; stripeResponse: StripeResponse }

export async function startStripe(seed = 1): Promise<StripeDouble> {
  const random = createRandom(seed)
  const storedResponses = new Map<string, StoredResponse>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = createWebhookSender(() => double.route)

  const double: StripeDouble = {
    url,
    books: createBooks((event) => post.send(event)),
    post,
    exchanges: [],
    stripeRequest: [],
    faults: {},
    next: [],
    route: null,
    hurries: 0,
    async close() {
      double.route = null
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url)
    let text = ''
    for await (const chunk of request) text += chunk
    const method = request.method ?? ''
    const stripeRequest: StripeRequest = {
      method,
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(text),
      origin: url,
    }
    if (method === 'OPTIONS') return send(response, { status: 204, body: {} })
    const key = readHeader(request, 'idempotency-key')
    double.stripeRequest.push({ method, path: pathname, key, version: readHeader(request, 'stripe-version') })

    const fault = double.next.shift() ?? drawFault(double.faults, random)
    if (fault === 'before') return send(response, failure)
    if (fault === 'busy') return send(response, keyInUse)
    const isDone = (fault !== 'hang' && fault !== 'reset') || random.chance(0.5)
    if (!isDone) return fault === 'hang' ? undefined : void response.destroy()

    const { stripeResponse, isReplayed } = act(stripeRequest, request, key, fault === 'spent')
    const answer = JSON.parse(JSON.stringify(stripeResponse.body)) as unknown
    double.exchanges.push({ method, path: pathname, query: search, form: text, status: stripeResponse.status, answer })
    if (random.chance(double.hurries)) await post.hurry()
    if (fault === 'after') return send(response, failure)
    if (fault === 'hang') return
    if (fault === 'reset') return void response.destroy()
    send(response, stripeResponse, { isReplayed, isCut: fault === 'truncate' })
  }

  function act(stripeRequest: StripeRequest, request: IncomingMessage, key: string | null, isSpent: boolean) {
    const refusal = refuse(stripeRequest, request)
    if (refusal) return { stripeResponse: refusal, isReplayed: false }
    if (!key || stripeRequest.method !== 'POST')
      return { stripeResponse: double.books.serve(stripeRequest) ?? nowhere(stripeRequest), isReplayed: false }
    const fingerprint = `${stripeRequest.path}?${stripeRequest.form}`
    const before = storedResponses.get(key)
    if (before)
      return {
        stripeResponse: before.fingerprint === fingerprint ? before.stripeResponse : otherBody,
        isReplayed: true,
      }
    const stripeResponse = isSpent ? failure : (double.books.serve(stripeRequest) ?? nowhere(stripeRequest))
    // Stripe does not store the answer to an invalid request for its key.
    if (stripeResponse.status !== 400) storedResponses.set(key, { fingerprint, stripeResponse: stripeResponse })
    return { stripeResponse: stripeResponse, isReplayed: false }
  }
  return double
}

/** A secret key for everything; the publishable one only for a payment whose secret is known. */
function refuse({ method, path, query, form }: StripeRequest, request: IncomingMessage): StripeResponse | null {
  const key = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (key === KEYS.secretKey) return null
  const secret = form.get('client_secret') ?? query.get('client_secret') ?? ''
  const [, id] = /^\/v1\/payment_intents\/(\w+)(\/confirm)?$/.exec(path) ?? []
  const isBrowser = key === KEYS.publishableKey && id !== undefined && secret.startsWith(`${id}_secret_`)
  if (isBrowser && (method === 'GET' || path.endsWith('/confirm'))) return null
  return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
}

const failure: StripeResponse = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}
const keyInUse: StripeResponse = {
  status: 409,
  body: {
    error: {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    },
  },
}
const otherBody: StripeResponse = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}
const nowhere = ({ method, path }: StripeRequest): StripeResponse => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` } },
})

function send(
  response: ServerResponse,
  stripeResponse: StripeResponse,
  { isReplayed = false, isCut = false } = {},
): void {
  const text = JSON.stringify(stripeResponse.body)
  response.writeHead(stripeResponse.status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  })
  response.end(isCut ? text.slice(0, text.length / 2) : text)
}

const readHeader = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

const signer = new Stripe(KEYS.secretKey)
/** By Stripe's own library: what it makes, it must read. */
const sign = (payload: string) => ({
  'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret: KEYS.webhookSecret }),
})

/** Sends signed events to our webhook. */
export const routeTo = (url: string, manner: Route['manner'], random: Random = createRandom(1)): Route => ({
  url: `${url}/api/v1/webhooks/stripe`,
  sign,
  manner,
  random,
})
