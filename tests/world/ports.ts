/** Ports for servers of tests, which several runs on one machine never share. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range from which systems give ports to connections, so that a killed server gets its own back. */
const FIRST = 20_000
const COUNT = 10_000

/**
 * Reserves a port until this process ends. The mark is the UDP port of the same number, which the system gives to one
 * process only and takes back at its end. No other test then takes the port while its server is away.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if ((await isMarked(port)) && (await isFree(port))) return port
  }
}

async function isMarked(port: number): Promise<boolean> {
  const mark = createSocket('udp4')
  const bound = once(mark, 'listening')
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  return bound.then(
    () => Boolean(mark.unref()),
    () => false,
  )
}

/** No other program listens on it. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(port, '127.0.0.1')
  return listening.then(
    async () => {
      await new Promise((resolve) => probe.close(resolve))
      return true
    },
    () => false,
  )
}
