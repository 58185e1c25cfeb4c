/** A school in production behind TLS, with an empty catalogue. Its payment provider never answers. */
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts'
import { type RunningServer, startServer } from './server.ts'

export type ProductionServer = {
  proxy: TlsProxy
  server: RunningServer
  tool: Awaited<ReturnType<typeof createToolDeps>>
  /** For a command of the operator. */
  settings: Record<string, string>
}

/** @param isSetUp false: without an owner, as after a first start */
export async function startProductionServer(
  more: Record<string, string> = {},
  { isSetUp = true } = {},
): Promise<ProductionServer> {
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
    ...more,
  }
  const server = await startServer(settings)
  proxy.forwardTo(server.url)
  const toolSettings = { ...settings, DATA_DIR: server.dataDir }
  const tool = await createToolDeps(readConfig(toolSettings))
  if (isSetUp)
    await tool.db.updateTable('set_up').set({ token_hash: null, expires_at: null, finished_at: new Date() }).execute()
  return { proxy, server, tool, settings: toolSettings }
}
