/**
 * Buyers, as many at once as asked for, each with a connection of its own as a browser has one: options, order,
 * card, and how it stands. One who is through makes room for the next. `node buyers.ts URL COURSE CLIENTS SECONDS`
 * prints what came of it as JSON.
 */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { cards } from '../../tests/selling.ts'

export type Sold = { enrolments: number; seconds: number; p50Milliseconds: number; p99Milliseconds: number }

type Answer = { status?: string; data?: Record<string, string> }
type Ask = (method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

const [url = '', courseCode = '', clients = '1', seconds = '1'] = process.argv.slice(2)
const began = performance.now()
const end = began + Number(seconds) * 1000
const took: number[] = []

await Promise.all(Array.from({ length: Number(clients) }, buyers))
const sorted = took.toSorted((a, b) => a - b)
const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
const sold: Sold = {
  enrolments: took.length,
  seconds: (performance.now() - began) / 1000,
  p50Milliseconds: at(0.5),
  p99Milliseconds: at(0.99),
}
process.stdout.write(JSON.stringify(sold))

async function buyers(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  do {
    const started = performance.now()
    await buy((...asked) => ask(agent, ...asked))
    took.push(performance.now() - started)
  } while (performance.now() < end)
  agent.destroy()
}

async function buy(send: Ask): Promise<void> {
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
  const told = await send('GET', `/api/v1/verify-payment?orderId=${orderId}`, undefined, {
    authorization: `Bearer ${checkoutToken}`,
  })
  if (told.status !== 'complete') throw new Error(`an order stands as ${told.status} once its card was taken`)
}

function ask(
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
