/** A buyer over HTTP, as a browser would be one: options, order, card, verify. Remembers every answer it was given. */
import { randomUUID } from 'node:crypto'

export type Answer = {
  status: number
  body: Record<string, unknown> & { data?: Record<string, unknown>; errorCode?: string }
}
export type Bought = {
  email: string
  outcome: 'complete' | 'failed' | 'refused' | 'unknown'
  errorCode: string | null
  orderId: string | null
}

const PATIENCE_MS = 240_000

export async function buy(
  url: string,
  courseCode: string,
  email = `buyer-${randomUUID()}@understudy.test`,
): Promise<Bought> {
  const body = {
    courseCode,
    paymentType: 'full',
    name: 'Demo Buyer',
    email,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  }
  const refusedWith = (answer: Answer, orderId: string | null = null): Bought => ({
    email,
    outcome: 'refused',
    errorCode: answer.body.errorCode ?? String(answer.status),
    orderId,
  })

  const options = await untilAnswered(() => post(url, '/api/v1/sign-up-payment-options', { courseCode }))
  if (options.status !== 200) return refusedWith(options)
  const key = randomUUID()
  const placed = await untilAnswered(() =>
    post(
      url,
      '/api/v1/sign-up-payment/card',
      { ...body, quoteId: options.body.data?.quoteId },
      { 'idempotency-key': key },
    ),
  )
  if (placed.status !== 200) return refusedWith(placed)

  const { orderId, checkoutToken, clientSecret } = placed.body.data as {
    orderId: string
    checkoutToken: string
    clientSecret: string
  }
  await untilAnswered(() =>
    post(url, '/sandbox/v1/confirm', {
      clientSecret,
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2040,
      cvc: '123',
    }),
  )
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const response = await untilAnswered(() =>
      get(url, `/api/v1/verify-payment?orderId=${orderId}`, { authorization: `Bearer ${checkoutToken}` }),
    )
    const status = response.body.status
    if (status === 'complete' || status === 'failed') return { email, outcome: status, errorCode: null, orderId }
    await pause(300)
  }
  return { email, outcome: 'unknown', errorCode: null, orderId }
}

/** Asks again where nothing came back, the server was away, or the same request is still being worked on. */
export async function untilAnswered(ask: () => Promise<Answer>, patienceMs = PATIENCE_MS): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await ask().catch(() => null)
    const isFinal = answer && answer.status < 500 && answer.body.errorCode !== 'IDEMPOTENCY_IN_FLIGHT'
    if (isFinal) return answer
    if (Date.now() > deadline) return answer ?? { status: 0, body: {} }
    await pause(200 + Math.random() * 300)
  }
}

export async function post(
  url: string,
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return read(
    await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    }),
  )
}

export async function get(url: string, path: string, headers: Record<string, string>): Promise<Answer> {
  return read(await fetch(url + path, { headers, signal: AbortSignal.timeout(60_000) }))
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {} }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
