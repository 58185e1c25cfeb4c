/** An HTTP proxy that breaks the calls that a test names. Requests keep their headers, so their signatures stay valid. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'

/** `alter` changes one byte of the body of the request; the others end or hold the connection after some bytes. */
export type Fault =
  | { kind: 'status'; status: number }
  | { kind: 'cutRequest' | 'cutAnswer' | 'holdAnswer'; bytes: number }
  | { kind: 'alter' }

export type FaultProxy = {
  url: string
  /** Null sends the call on unchanged. */
  chooseFault: (call: { method: string; url: string }) => Fault | null
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = createServer((incoming, answer) => {
    const fault = proxy.chooseFault({ method: incoming.method!, url: incoming.url! })
    forward(target, incoming, answer, fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chooseFault: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

function forward(target: string, incoming: IncomingMessage, answer: ServerResponse, fault: Fault | null): void {
  const end = () => incoming.socket.destroy()
  incoming.on('error', end)
  if (fault?.kind === 'status') {
    incoming.resume().on('end', () => answer.writeHead(fault.status).end())
    return
  }
  const { method, url: path, headers } = incoming
  const upstream = request(target, { method, path, headers })
  incoming.on('close', () => incoming.complete || upstream.destroy())
  // Swift sends bytes behind its answer to a HEAD.
  upstream.on('error', () => answer.writableEnded || end())
  upstream.on('response', (response) => {
    response.on('error', end)
    answer.writeHead(response.statusCode!, response.rawHeaders)
    if (incoming.method === 'HEAD') return void answer.end()
    const limited = fault?.kind === 'cutAnswer' || fault?.kind === 'holdAnswer'
    if (limited) response.pipe(limit(fault.bytes, () => fault.kind === 'cutAnswer' && end())).pipe(answer)
    else response.pipe(answer)
  })
  const body = fault?.kind === 'cutRequest' ? limit(fault.bytes, end) : fault?.kind === 'alter' ? alter() : null
  if (body) incoming.pipe(body).pipe(upstream)
  else incoming.pipe(upstream)
}

/** Passes some bytes on and nothing after them. */
function limit(bytes: number, reached: () => void): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, left)
      left -= part.length
      if (part.length > 0) this.push(part)
      // Without `done` the rest waits for ever.
      if (left > 0) done()
      else setImmediate(reached)
    },
  })
}

function alter(): Transform {
  let isAltered = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.from(chunk)
      if (!isAltered && bytes.length > 0) bytes[0] = bytes[0]! ^ 1
      isAltered = true
      done(null, bytes)
    },
  })
}
