/**
 * Simulates concurrent buyers, each on its own connection, as a browser has: quote, order, card, status. `node
 * buyers.ts URL COURSE CLIENTS SECONDS` prints the result as JSON.
 */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { cards } from '../../tests/world/selling.ts'

export type SalesResult = { enrolments: number; seconds: number; p50Milliseconds: number; p99Milliseconds: number }

type Answer = { status?: string; data?: Record<string, string> }
type SendRequest = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>

const [url = '', courseCode = '', clients = '1', seconds = '1'] = process.argv.slice(2)
const startedAt = performance.now()
const end = startedAt + Number(seconds) * 1000
const durations: number[] = []

await Promise.all(Array.from({ length: Number(clients) }, buyers))
const sorted = durations.toSorted((a, b) => a - b)
const percentile = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
const result: SalesResult = {
  enrolments: durations.length,
  seconds: (performance.now() - startedAt) / 1000,
  p50Milliseconds: percentile(0.5),
  p99Milliseconds: percentile(0.99),
}
process.stdout.write(JSON.stringify(result))

async function buyers(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  do {
    const started = performance.now()
    await buy((...args) => sendRequest(agent, ...args))
    durations.push(performance.now() - started)
  } while (performance.now() < end)
  agent.destroy()
}

async function buy(send: SendRequest): Promise<void> {
  const quote = await send('POST', '/api/v1/sign-up-payment-options', { courseCode })
  const body = {
    courseCode,
    quoteId: quote.data?.quoteId,
    paymentType: 'full',
    name: 'Demo Buyer',
    email: `buyer-${randomUUID()}@understudy.test`,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  }
  const placed = await send('POST', '/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
  const { orderId, checkoutToken, clientSecret } = placed.data!
  await send('POST', '/sandbox/v1/confirm', { clientSecret, ...cards.good })
  const verified = await send('GET', `/api/v1/verify-payment?orderId=${orderId}`, undefined, {
    authorization: `Bearer ${checkoutToken}`,
  })
  if (verified.status !== 'complete') throw new Error(`an order stands as ${verified.status} once its card was taken`)
}

function sendRequest(
  agent: Agent,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body && JSON.stringify(body)
  const length = sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
  return new Promise((resolve, reject) => {
    request(url + path, { agent, method, headers: { ...headers, ...length } }, (response) =>
      read(response).then(({ status, text }) => {
        if (status === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path} answered ${status}: ${text}`))
      }, reject),
    )
      .on('error', reject)
      .end(sent)
  })
}

async function read(response: IncomingMessage): Promise<{ status: number | undefined; text: string }> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, text }
}
