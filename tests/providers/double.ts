/** The common part of the identity providers' doubles: a server on its own port that speaks the provider's protocol. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = { method: string; path: string; query: URLSearchParams; form: URLSearchParams }
export type Reply = { json: unknown; status?: number } | { to: string } | { html: string }
export type Double = { url: string; close(): Promise<void> }

export async function serveDouble(answer: (call: Call, url: string) => Promise<Reply> | Reply): Promise<Double> {
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    let body = ''
    for await (const chunk of request) body += chunk
    const call = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(body),
    }
    const reply = await Promise.resolve(answer(call, url)).catch(() => ({ status: 503, json: {} }))
    if ('to' in reply) return response.writeHead(302, { location: reply.to }).end()
    if ('html' in reply) return response.writeHead(200, { 'content-type': 'text/html' }).end(reply.html)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json))
  }

  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const bad = (error: string): Reply => ({ status: 400, json: { error } })

/** The address a browser is sent back to. */
export function backTo(address: string, values: Record<string, string>): Reply {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return { to: url.href }
}
