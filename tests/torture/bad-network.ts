/**
 * A bad network in front of the sandbox: card calls fail at random, and each webhook is delivered three times, late
 * and in any order. Everything else passes.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawFault, type Faults } from '../providers/faults.ts'
import type { Random } from '../support/random.ts'

export type BadNetwork = { url: string; to: string; faults: Faults; delivered: number; close(): Promise<void> }

const LATEST_MS = 400
const TRIES = 240
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function startBadNetwork(random: Random): Promise<BadNetwork> {
  let isOpen = true
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? '/'
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
      ),
    )
    const send = () => fetch(network.to + path, { method: request.method ?? 'GET', headers, body: body || null })
    if (path.includes('/webhooks/')) {
      for (let copy = 0; copy < 3; copy++) void forward(send, random.next() * LATEST_MS)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }
    const fault = drawFault(network.faults, random)
    if (fault === 'before') return void response.writeHead(500).end('{}')
    const isDone = (fault !== 'hang' && fault !== 'reset') || random.chance(0.5)
    const answer = isDone ? await send() : null
    const text = (await answer?.text()) ?? ''
    if (fault === 'hang') return
    if (fault === 'reset' || !answer) return void response.destroy()
    if (fault === 'after') return void response.writeHead(500).end('{}')
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(fault === 'truncate' ? text.slice(0, text.length / 2) : text)
  }

  /** Again and again while the server is away, as a provider would. */
  async function forward(send: () => Promise<Response>, delayMs: number): Promise<void> {
    await pause(delayMs)
    for (let attempt = 0; attempt < TRIES && isOpen; attempt++) {
      const answer = await send().catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.ok) return void network.delivered++
      await pause(500)
    }
  }

  const network: BadNetwork = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: '',
    faults: {},
    delivered: 0,
    async close() {
      isOpen = false
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return network
}
