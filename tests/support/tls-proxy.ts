/** A web server in front of ours, as every real installation has one: it speaks https, and http to the server behind. */
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export type TlsProxy = { url: string; certificate: string; forwardTo(target: string): void; close(): Promise<void> }

/** It has its address before the server behind, whose PUBLIC_URL that is. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const { private: key, cert: certificate } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  let target: URL | null = null
  const proxy = createServer({ key, cert: certificate }, (arrived, reply) => {
    const headers = {
      ...arrived.headers,
      'x-forwarded-for': arrived.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    }
    const onward = request(
      { host: '127.0.0.1', port: target?.port, method: arrived.method, path: arrived.url, headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    onward.on('error', () => reply.writeHead(502).end())
    arrived.pipe(onward)
  })
  // A browser that uses a connection just as it ends for want of requests would report a fault.
  proxy.keepAliveTimeout = 0
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    certificate,
    forwardTo: (url) => {
      target = new URL(url)
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
