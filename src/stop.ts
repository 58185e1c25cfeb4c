/** The end: in order, so that nothing which was begun is lost and nothing is left running. */
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenDeps } from './http/open-deps.ts'
import { say } from './platform/log.ts'
import type { Server } from './server.ts'

export type Application = {
  /** In development always the newest. */
  current(): Server
  close(): Promise<void>
}

type Running = { socket: HttpServer; app: Application; parts: OpenDeps }

/** How long a load balancer is given to see that this process is going. */
const NOTICE_MILLISECONDS = 5_000
const DRAIN_MILLISECONDS = 20_000

/** npm hands a Ctrl-C on that the terminal has sent already: within this time it is the same one. */
const SAME_SIGNAL_MILLISECONDS = 1_000

/** A first signal stops in order, a second one at once. What was not foreseen also stops, with exit code 1. */
export function stopOnSignal(running: Running): void {
  const { deps } = running.parts
  let began: number | null = null

  const stop = (code: number, notice: number) => {
    if (began !== null) {
      if (performance.now() - began > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    began = performance.now()
    stopInOrder(running, notice).then(
      () => {
        if (deps.config.mode !== 'production') say('Stopped.')
        process.exit(code)
      },
      (error: unknown) => {
        deps.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }

  process.on('SIGINT', () => stop(0, 0))
  process.on('SIGTERM', () => stop(0, deps.config.mode === 'production' ? NOTICE_MILLISECONDS : 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      deps.log.fatal({ err: error }, event)
      if (began === null) stop(1, 0)
    })
  }
}

async function stopInOrder({ socket, app, parts }: Running, notice: number): Promise<void> {
  app.current().retire()
  await pause(notice)
  const closed = once(socket, 'close')
  socket.close()
  socket.closeIdleConnections()
  await Promise.race([closed, pause(DRAIN_MILLISECONDS, undefined, { ref: false })])
  socket.closeAllConnections()
  await app.close()
  await parts.close()
}
