/** The test of a running server without a browser. All files of a worker share the server, so that none changes its data. */
import { test as base } from 'vitest'
import { startServer } from '../world/server.ts'

export const test = base
  .extend('serverSettings', { scope: 'worker' }, {} as Record<string, string>)
  .extend('server', { scope: 'worker' }, async ({ serverSettings }, { onCleanup }) => {
    const server = await startServer(serverSettings)
    onCleanup(() => server.dispose())
    return server
  })
