import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#config/config.ts'

const PAUSE_MS = 500

/** Asks the server of these settings whether it is ready. With `wait` it asks until the answer is yes. */
export async function runReady({ wait }: { wait?: true }): Promise<void> {
  const { host, port } = readConfig()
  while (!(await isReady(host, port))) {
    if (!wait) {
      console.error(`The server on port ${port} is not ready.`)
      process.exitCode = 1
      return
    }
    await pause(PAUSE_MS)
  }
}

async function isReady(host: string, port: number): Promise<boolean> {
  const ownAddress = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const address = ownAddress.includes(':') ? `[${ownAddress}]` : ownAddress
  const response = await fetch(`http://${address}:${port}/readyz`).catch(() => null)
  return response?.ok ?? false
}
