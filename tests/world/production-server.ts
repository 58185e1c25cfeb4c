/** A school in production behind TLS, with an empty catalogue. Its payment provider never answers. */
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts'
import { type RunningServer, startServer } from './server.ts'

export type ProductionServer = {
  proxy: TlsProxy
  server: RunningServer
  tool: Awaited<ReturnType<typeof createToolDeps>>
}

export async function startProductionServer(): Promise<ProductionServer> {
  const proxy = await startTlsProxy()
  const settings = {
    MODE: 'production',
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    MAIL_DELIVERY: 'none',
    // Without a payment provider no course can be bought. Nothing is paid here, so nothing answers.
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_API_URL: 'https://127.0.0.1:9',
  }
  const server = await startServer(settings)
  proxy.forwardTo(server.url)
  return { proxy, server, tool: await createToolDeps(readConfig({ ...settings, DATA_DIR: server.dataDir })) }
}
