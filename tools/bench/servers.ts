/** The compared servers: ours, and Fastify and nginx that send the same bytes with the same headers. */
import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type MeasuredServer, startMeasured } from './measured-server.ts'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
type PageResponse = { headers: Record<string, string>; body: Buffer }
type Responses = Record<(typeof ENCODINGS)[number], PageResponse>

/** The host name of the measured server. */
export const HOST = 'measured.test'
/** Headers of one connection, or set by each server itself. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length'])

/** The settings of the measured installation. */
export const getOwnSettings = (database: string, folder: string) => ({
  MODE: 'production',
  PUBLIC_URL: `https://${HOST}`,
  DATABASE_URL: database,
  DATA_DIR: folder,
  TRUSTED_PROXIES: 'none',
  MAIL_DELIVERY: 'none',
  // Without the worker, whose scheduled jobs would distort the measurement. Large sites run it separately as well.
  SERVE: 'site,login,payment,static-data,community',
  SECRET: 'a secret of the measurement, which protects nothing',
})

export async function startOwnServer(name: string, database: string, folder: string): Promise<MeasuredServer> {
  const address = await reserveAddress(name)
  const environment = {
    ...getOwnSettings(database, folder),
    NODE_ENV: '',
    LISTEN_ADDRESS: '127.0.0.1',
    PORT: new URL(address.url).port,
  }
  return startMeasured(address, [process.execPath, 'src/app/main.ts'], environment, async () => {
    const { status } = await sendRequest(`${address.url}/readyz`)
    return status === 200
  })
}

export async function startFastify(folder: string, responses: Responses): Promise<MeasuredServer> {
  const address = await reserveAddress('Fastify')
  const file = join(folder, 'responses.json')
  const encoded = Object.entries(responses).map(([name, { headers, body }]) => [
    name,
    { headers, body: body.toString('base64') },
  ])
  await writeFile(file, JSON.stringify(Object.fromEntries(encoded)))
  const command = [process.execPath, 'tools/bench/fastify-server.ts', new URL(address.url).port, file] as const
  return startMeasured(address, command, {}, () => responds(address.url))
}

/** Serves a precompressed file. Null without nginx. */
export async function startNginx(folder: string, path: string, responses: Responses): Promise<MeasuredServer | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null
  const address = await reserveAddress('nginx')
  await writeFile(join(folder, 'page.html'), responses.identity.body)
  await writeFile(join(folder, 'page.html.gz'), responses.gzip.body)
  for (const name of ['page.html', 'page.html.gz']) await chmod(join(folder, name), 0o644)
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig(folder, new URL(address.url).port, path, responses.identity.headers))
  return startMeasured(address, ['nginx', '-p', folder, '-c', config], {}, () => responds(address.url + path))
}

function nginxConfig(folder: string, port: string, path: string, headers: Record<string, string>): string {
  const added = Object.entries(headers).filter(([name]) => !['content-type', 'etag', 'vary'].includes(name))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=16;
  ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port};
    location = ${path} {
      alias ${folder}/page.html; default_type 'text/html; charset=utf-8'; types { }
      gzip_static on; gzip_vary on;
      ${added.map(([name, value]) => `add_header ${name} "${value}";`).join(' ')}
    }
  }
}`
}

/** The page in each encoding, as the server sends it. */
export async function fetchResponses(server: MeasuredServer, path: string): Promise<Responses> {
  const all = ENCODINGS.map(async (encoding) => {
    const { status, headers, body } = await sendRequest(server.url + path, encoding)
    if (status !== 200) throw new Error(`${server.name} answers ${status} at ${path}`)
    const pageHeaders = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)) as [string, string][]
    return [encoding, { headers: Object.fromEntries(pageHeaders), body }]
  })
  return Object.fromEntries(await Promise.all(all))
}

async function responds(url: string): Promise<boolean> {
  return (await sendRequest(url, 'gzip')).status === 200
}

function sendRequest(url: string, encoding = 'identity') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { host: HOST, 'accept-encoding': encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    }).on('error', reject)
  })
}

export async function reserveAddress(name: string) {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return { name, url: `http://127.0.0.1:${port}` }
}
