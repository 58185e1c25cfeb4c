/** Our own server as it was built, rendering each page anew: what the cache is there for. */
import { createServer as createHttpServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { chooseBuild, readConfig } from '#config.ts'
import { openDeps } from '#http/open-deps.ts'
import type { createServer } from '#server.ts'
import { SERVER_BUNDLE } from '../build.ts'

const config = readConfig()
chooseBuild(config.mode)
const { deps, close } = await openDeps(config, false)
const bundle = (await import(pathToFileURL(SERVER_BUNDLE).href)) as { createServer: typeof createServer }
// In development no page is kept; everything else is as it was built for production.
const server = await bundle.createServer({ ...deps, config: { ...config, mode: 'development' } })
createHttpServer(server.handle).listen(config.port, config.host)
process.on('SIGINT', () => void close().finally(() => process.exit(0)))
