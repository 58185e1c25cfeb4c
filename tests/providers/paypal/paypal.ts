/**
 * PayPal over HTTP, as far as we use it, with a memory: access tokens, request ids, approvals, refunds, disputes, events
 * signed with a certificate, and every way to fail. judge.ts compares it with PayPal's own texts.
 */
import { createSign, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import type { PaypalConfig } from '#config/paypal.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { drawFault, type Fault, type Faults } from '../faults.ts'
import { createWebhookSender, type PostOffice, type Route } from '../post-office.ts'
import { type Books, createBooks, type PaypalRequest, type PaypalResponse } from './books.ts'
import { errorObject } from './objects.ts'

export const KEYS = { clientId: 'double-client-id', clientSecret: 'double-client-secret', webhookId: 'DOUBLEWEBHOOK1' }
const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-double'

export type Exchange = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: unknown
  status: number
  answer: unknown
}

export type PaypalDouble = {
  url: string
  books: Books
  post: PostOffice
  /** Every request with its response, for the check against PayPal's API description. */
  exchanges: Exchange[]
  /** Every request that came, answered or not. */
  requests: { method: string; path: string; key: string | null }[]
  /** The share of requests with each fault; none at first. */
  faults: Faults
  /** The faults of the next requests, in order. */
  next: Fault[]
  /** The receiver of events. Null at first. */
  route: Route | null
  /** The chance that an event arrives before the response to its cause. */
  hurries: number
  /** Ends every access token. */
  endTokens(): void
  /** The headers that sign a body. */
  sign(body: string, change?: Partial<Signed>): Record<string, string>
  certificate: string
  privateKey: string
  close(): Promise<void>
}

export type Signed = { id: string; time: string; webhookId: string; certUrl: string; privateKey: string }

/** @param owner the common name of the certificate */
export async function createSigner(owner = 'messageverificationcerts.sandbox.paypal.com') {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: owner }], { keySize: 2048 })
  return { certificate: cert, privateKey }
}

export function createDoubleConfig({ url }: Pick<PaypalDouble, 'url'>): PaypalConfig {
  return { ...KEYS, apiUrl: url, certificateOrigins: [url], isTest: true }
}

export async function startPaypal(seed = 1): Promise<PaypalDouble> {
  const random = createRandom(seed)
  const { certificate, privateKey } = await createSigner()
  const stored = new Map<string, PaypalResponse>()
  const tokens = new Set<string>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = createWebhookSender(() => double.route)

  const double: PaypalDouble = {
    url,
    books: createBooks(
      KEYS.webhookId,
      () => url,
      (event) => post.send(event),
    ),
    post,
    exchanges: [],
    requests: [],
    faults: {},
    next: [],
    route: null,
    hurries: 0,
    endTokens: () => tokens.clear(),
    sign: (body, change) => sign(body, { certUrl: url + CERTIFICATE_PATH, privateKey, ...change }),
    certificate,
    privateKey,
    async close() {
      double.route = null
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', url)
    let text = ''
    for await (const chunk of request) text += chunk
    const method = request.method ?? ''
    if (path === CERTIFICATE_PATH) return void response.end(certificate)
    if (path.startsWith('/v1/notifications/certs/')) return send(response, double.next.shift() ? failure : nowhere)
    const key = readHeader(request, 'paypal-request-id')
    double.requests.push({ method, path, key })

    const fault = double.next.shift() ?? drawFault(double.faults, random)
    if (fault === 'before') return send(response, failure)
    const isDone = (fault !== 'hang' && fault !== 'reset') || random.chance(0.5)
    if (!isDone) return fault === 'hang' ? undefined : void response.destroy()

    const isToken = path === '/v1/oauth2/token'
    const body = isToken || text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
    const result = isToken ? grant(request, text) : act(request, { method, path, query, body: body ?? {} }, key)
    const answer = JSON.parse(JSON.stringify(result.body)) as unknown
    const headers: Record<string, string> = key === null ? {} : { 'paypal-request-id': key }
    double.exchanges.push({ method, path, query, headers, body, status: result.status, answer })
    if (random.chance(double.hurries)) await post.hurry()
    if (fault === 'after') return send(response, failure)
    if (fault === 'hang') return
    if (fault === 'reset') return void response.destroy()
    send(response, result, fault === 'truncate')
  }

  function grant(request: IncomingMessage, form: string): PaypalResponse {
    const basic = `Basic ${Buffer.from(`${KEYS.clientId}:${KEYS.clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== basic || form !== 'grant_type=client_credentials')
      return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
    const token = randomUUID()
    tokens.add(token)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400, scope: '' } }
  }

  /** A request id gets its first response again for as long as PayPal stores it. */
  function act(request: IncomingMessage, input: PaypalRequest, key: string | null): PaypalResponse {
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return unauthorised
    const id = key && `${input.method} ${input.path} ${key}`
    const before = id ? stored.get(id) : undefined
    if (before) return before
    const result = double.books.serve(input) ?? nowhere
    if (id && result.status < 300) stored.set(id, result)
    return result
  }
  return double
}

function sign(body: string, input: Partial<Signed> & Pick<Signed, 'certUrl' | 'privateKey'>): Record<string, string> {
  const { id = randomUUID(), time = new Date().toISOString(), webhookId = KEYS.webhookId, certUrl, privateKey } = input
  const signed = [id, time, webhookId, crc32(body)].join('|')
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64'),
    'paypal-cert-url': certUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

const failure: PaypalResponse = {
  status: 500,
  body: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred.', debug_id: 'x', links: [] },
}
const unauthorised: PaypalResponse = { status: 401, body: { error: 'invalid_token', error_description: 'Expired' } }
const nowhere: PaypalResponse = { status: 404, body: errorObject('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID') }

function send(response: ServerResponse, { status, body }: PaypalResponse, isCut = false): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(isCut ? text.slice(0, text.length / 2) : text)
}

const readHeader = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Sends signed events to our webhook. */
export const routePaypalTo = (
  double: PaypalDouble,
  base: string,
  manner: Route['manner'],
  random: Random = createRandom(1),
): Route => ({ url: `${base}/api/v1/webhooks/paypal`, sign: (body) => double.sign(body), manner, random })
