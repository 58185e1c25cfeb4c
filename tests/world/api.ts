/** The API hosts of a test's world, over real sockets. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountApi } from '#app/hosts/api.ts'
import { setDefaultHeaders } from '#app/hosts/default-headers.ts'
import { mountSandbox } from '#app/hosts/sandbox.ts'
import type { ResponseCache } from '#http/cached-response.ts'
import type { Deps } from '#http/deps.ts'

export type ApiRequest = { method?: string; headers?: Record<string, string>; body?: unknown }
export type ApiResponse = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> }

export type Api = {
  base: string
  call(path: string, request?: ApiRequest): Promise<ApiResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  close(): Promise<void>
}

export async function startApi(
  world: Deps,
  hosts: Parameters<typeof mountApi>[2] = ['login', 'payment', 'static-data', 'community'],
  responses: ResponseCache | null = null,
): Promise<Api> {
  const app: FastifyInstance = Fastify({
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: [...world.config.trustedProxies],
  })
  setDefaultHeaders(app, world.config)
  await mountApi(app, world, hosts, undefined, responses)
  await mountSandbox(app, world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  async function call(path: string, { method = 'GET', headers = {}, body }: ApiRequest = {}): Promise<ApiResponse> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(base + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: text,
    })
    const answer = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && answer ? JSON.parse(answer) : undefined,
    }
  }
  return {
    base,
    call,
    post: (path, body, headers = {}) => call(path, { method: 'POST', body, headers }),
    close: () => app.close(),
  }
}
