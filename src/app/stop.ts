/** The shutdown: in order, so that no started work is lost and nothing is left running. */
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '#platform/log.ts'
import type { DepsHandle } from './create-deps.ts'
import type { Server } from './server.ts'

export type Application = {
  /** In development always the newest. */
  current(): Server
  close(): Promise<void>
}

type RunningApplication = { socket: HttpServer; app: Application; runtime: DepsHandle }

/** Time for a load balancer to notice that this process is stopping. */
const NOTICE_MILLISECONDS = 5_000
const DRAIN_MILLISECONDS = 20_000

/** npm repeats a Ctrl-C that the terminal has already sent. Within this time both count as one. */
const SAME_SIGNAL_MILLISECONDS = 1_000

/**
 * A first signal stops in order, a second one at once. An unexpected error also stops the process, with exit code 1.
 */
export function stopOnSignal(running: RunningApplication): void {
  const { deps } = running.runtime
  let stoppingSince: number | null = null

  const stop = (code: number, notice: number) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
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
  process.on('SIGTERM', () => stop(0, deps.config.mode === 'development' ? 0 : NOTICE_MILLISECONDS))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      deps.log.fatal({ err: error }, event)
      if (stoppingSince === null) stop(1, 0)
    })
  }
}

async function stopInOrder({ socket, app, runtime }: RunningApplication, notice: number): Promise<void> {
  app.current().markNotReady()
  await pause(notice)
  const closed = once(socket, 'close')
  socket.close()
  socket.closeIdleConnections()
  await Promise.race([closed, pause(DRAIN_MILLISECONDS, undefined, { ref: false })])
  socket.closeAllConnections()
  await app.close()
  await runtime.close()
}
