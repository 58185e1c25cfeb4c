/**
 * Stripe over HTTP, as far as we use it, with a memory: idempotency keys, test cards, refunds, signed
 * webhooks, and every way to fail. Not believed by itself: judge.ts holds it against Stripe's own texts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openRandom, type Random } from '../../random.ts'
import { drawFault, type Fault, type Faults } from '../faults.ts'
import { type Asked, type Books, openBooks, type Told } from './books.ts'
import { newId } from './objects.ts'
import { openPostOffice, type PostOffice, type Route } from './post-office.ts'

export const KEYS = { secretKey: 'sk_test_double', publishableKey: 'pk_test_double', webhookSecret: 'whsec_double' }

export type Exchange = { method: string; path: string; query: string; form: string; status: number; answer: unknown }

export type StripeDouble = {
  url: string
  books: Books
  post: PostOffice
  /** What was asked and answered, for the judge. */
  exchanges: Exchange[]
  /** Every request that came, answered or not. */
  asked: { method: string; path: string; key: string | null; version: string | null }[]
  /** How likely each fault is; none at first. */
  faults: Faults
  /** The next requests fail so, one after the other, whatever is likely. `spent`: a failure that Stripe keeps for its key; `busy`: another request with it is under way. */
  next: (Fault | 'spent' | 'busy')[]
  /** Where events go; nowhere at first. */
  route: Route | null
  /** An event may arrive before the answer to what caused it. */
  hurries: number
  close(): Promise<void>
}

type Kept = { fingerprint: string; told: Told }

export async function startStripe(seed = 1): Promise<StripeDouble> {
  const random = openRandom(seed)
  const kept = new Map<string, Kept>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = openPostOffice(() => double.route)

  const double: StripeDouble = {
    url,
    books: openBooks((event) => post.send(event)),
    post,
    exchanges: [],
    asked: [],
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
    const asked: Asked = { method, path: pathname, query: searchParams, form: new URLSearchParams(text), origin: url }
    if (method === 'OPTIONS') return send(response, { status: 204, body: {} })
    const key = headerOf(request, 'idempotency-key')
    double.asked.push({ method, path: pathname, key, version: headerOf(request, 'stripe-version') })

    const fault = double.next.shift() ?? drawFault(double.faults, random)
    if (fault === 'before') return send(response, failure)
    if (fault === 'busy') return send(response, keyInUse)
    const isDone = (fault !== 'hang' && fault !== 'reset') || random.chance(0.5)
    if (!isDone) return fault === 'hang' ? undefined : void response.destroy()

    const { told, isReplayed } = act(asked, request, key, fault === 'spent')
    const answer = JSON.parse(JSON.stringify(told.body)) as unknown
    double.exchanges.push({ method, path: pathname, query: search, form: text, status: told.status, answer })
    if (random.chance(double.hurries)) await post.hurry()
    if (fault === 'after') return send(response, failure)
    if (fault === 'hang') return
    if (fault === 'reset') return void response.destroy()
    send(response, told, { isReplayed, isCut: fault === 'truncate' })
  }

  function act(asked: Asked, request: IncomingMessage, key: string | null, isSpent: boolean) {
    const refusal = refuse(asked, request)
    if (refusal) return { told: refusal, isReplayed: false }
    if (!key || asked.method !== 'POST') return { told: double.books.serve(asked) ?? nowhere(asked), isReplayed: false }
    const fingerprint = `${asked.path}?${asked.form}`
    const before = kept.get(key)
    if (before) return { told: before.fingerprint === fingerprint ? before.told : otherBody, isReplayed: true }
    const told = isSpent ? failure : (double.books.serve(asked) ?? nowhere(asked))
    // What was wrong from the first is not kept.
    if (told.status !== 400) kept.set(key, { fingerprint, told })
    return { told, isReplayed: false }
  }
  return double
}

/** A secret key for everything; the publishable one only for a payment whose secret is known. */
function refuse({ method, path, query, form }: Asked, request: IncomingMessage): Told | null {
  const key = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (key === KEYS.secretKey) return null
  const secret = form.get('client_secret') ?? query.get('client_secret') ?? ''
  const [, id] = /^\/v1\/payment_intents\/(\w+)(\/confirm)?$/.exec(path) ?? []
  const isBrowser = key === KEYS.publishableKey && id !== undefined && secret.startsWith(`${id}_secret_`)
  if (isBrowser && (method === 'GET' || path.endsWith('/confirm'))) return null
  return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
}

const failure: Told = { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } }
const keyInUse: Told = {
  status: 409,
  body: {
    error: {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    },
  },
}
const otherBody: Told = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}
const nowhere = ({ method, path }: Asked): Told => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` } },
})

function send(response: ServerResponse, told: Told, { isReplayed = false, isCut = false } = {}): void {
  const text = JSON.stringify(told.body)
  response.writeHead(told.status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  })
  response.end(isCut ? text.slice(0, text.length / 2) : text)
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Where events go: to us, signed. */
export const routeTo = (url: string, manner: Route['manner'], random: Random = openRandom(1)): Route => ({
  url: `${url}/api/v1/webhooks/stripe`,
  secret: KEYS.webhookSecret,
  manner,
  random,
})
