/** Every server that is measured: ours as it is run, ours without its cache, and what to compare it with. */
import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Measured, startMeasured } from './measured.ts'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]
type Answer = { headers: Record<string, string>; body: Buffer }
export type Answers = Record<Encoding, Answer>

/** The name by which a production server is asked. */
export const HOST = 'measured.test'
/** Of one connection, whatever it carries, or written by each server itself. */
const OWN = new Set(['connection', 'keep-alive', 'date', 'content-length'])

export async function startOurs(name: string, database: string, isCached = true): Promise<Measured> {
  const place = await placeFor(name)
  const environment = {
    NODE_ENV: '',
    MODE: 'production',
    HOST: '127.0.0.1',
    PORT: new URL(place.url).port,
    PUBLIC_URL: `https://${HOST}`,
    DATABASE_URL: database,
    TRUSTED_PROXIES: 'none',
    MAIL: 'none',
    // What is due at certain times would be counted to the requests; who has many visitors runs it apart as well.
    SERVE: 'site,login,payment,static-data,community',
    SECRET: 'for no longer than it is measured',
  }
  const program = isCached ? 'src/main.ts' : 'tools/bench/uncached.ts'
  return startMeasured(place, [process.execPath, program], environment, async () => {
    const { status } = await ask(`${place.url}/readyz`)
    return status === 200
  })
}

/** The same headers and bytes from memory. */
export async function startSender(kind: 'fastify' | 'node', folder: string, answers: Answers): Promise<Measured> {
  const place = await placeFor(kind)
  const file = join(folder, 'answers.json')
  const coded = Object.entries(answers).map(([name, { headers, body }]) => [
    name,
    { headers, body: body.toString('base64') },
  ])
  await writeFile(file, JSON.stringify(Object.fromEntries(coded)))
  const given = ['tools/bench/sender.ts', kind, new URL(place.url).port, file]
  return startMeasured(place, [process.execPath, ...given], {}, () => answersAt(place.url))
}

/** From a file that was compressed before. Null where there is no nginx. */
export async function startNginx(folder: string, path: string, answers: Answers): Promise<Measured | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null
  const place = await placeFor('nginx')
  await writeFile(join(folder, 'page.html'), answers.identity.body)
  await writeFile(join(folder, 'page.html.gz'), answers.gzip.body)
  for (const name of ['page.html', 'page.html.gz']) await chmod(join(folder, name), 0o644)
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig(folder, new URL(place.url).port, path, answers.identity.headers))
  return startMeasured(place, ['nginx', '-p', folder, '-c', config], {}, () => answersAt(place.url + path))
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

export async function answersOf(server: Measured, path: string): Promise<Answers> {
  const all = ENCODINGS.map(async (encoding) => {
    const { status, headers, body } = await ask(server.url + path, encoding)
    if (status !== 200) throw new Error(`${server.name} answers ${status} at ${path}`)
    const kept = Object.entries(headers).filter(([name]) => !OWN.has(name)) as [string, string][]
    return [encoding, { headers: Object.fromEntries(kept), body }]
  })
  return Object.fromEntries(await Promise.all(all))
}

/** Each path once, so that its page is kept. */
export async function visit(server: Measured, paths: readonly string[]): Promise<void> {
  for (const path of paths) if (!(await answersAt(server.url + path))) throw new Error(`${server.name} has no ${path}`)
}

async function answersAt(url: string): Promise<boolean> {
  return (await ask(url, 'gzip')).status === 200
}

function ask(url: string, encoding = 'identity') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { host: HOST, 'accept-encoding': encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    }).on('error', reject)
  })
}

export async function placeFor(name: string) {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return { name, url: `http://127.0.0.1:${port}` }
}
