/** A client that writes a request byte by byte, as no library would. */
import { connect, type Socket } from 'node:net'

export type RawClient = {
  socket: Socket
  /** All that came, once the other side has closed. */
  closed: Promise<string>
}

/** @param text what is sent at once; the connection stays open after it */
export async function rawClient(port: number, text = ''): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  // A reset is an end too: who is closed unanswered sees nothing else.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(Buffer.concat(received).toString()))
  })
  await new Promise<void>((resolve) => {
    for (const event of ['connect', 'close']) socket.once(event, () => resolve())
  })
  if (text) socket.write(text)
  return { socket, closed }
}

/** The whole answer to one request, whose connection closes after it. */
export async function rawAnswer(port: number, firstLine: string, headers: readonly string[] = []): Promise<string> {
  const lines = [`${firstLine} HTTP/1.1`, ...headers, 'Connection: close', '', '']
  return (await rawClient(port, lines.join('\r\n'))).closed
}
