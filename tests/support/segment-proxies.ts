/** nginx and Caddy with the files of `deploy`, without TLS, before a program on this machine. Debian has both packages. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { reservePort } from '../world/ports.ts'

/** Installs nothing: where one is missing, its tests say `(needs …)` and are skipped. */
const hasProgram = {
  nginx: spawnSync('nginx', ['-v']).status === 0,
  caddy: spawnSync('caddy', ['version']).status === 0,
}
export const PROXIES = Object.keys(hasProgram) as (keyof typeof hasProgram)[]
export const isInstalled = (proxy: keyof typeof hasProgram) => hasProgram[proxy]

export type SegmentProxy = { url: string; stop(): Promise<void> }

/** As another user in the group of this process, if this process may choose: so a web server reads the files. */
const IDENTITY = process.getuid?.() === 0 ? { uid: 65_534, gid: process.getgid!() } : {}

/** @param blobDir of the program at `programUrl` */
export async function startSegmentProxy(
  proxy: keyof typeof hasProgram,
  programUrl: string,
  blobDir: string,
): Promise<SegmentProxy> {
  const folder = await mkdtemp(join(tmpdir(), `understudy-${proxy}-`))
  if (IDENTITY.uid) await chown(folder, IDENTITY.uid, IDENTITY.gid)
  await chmod(folder, 0o755)
  const port = await reservePort()
  const [file, args] =
    proxy === 'nginx' ? ['nginx.conf', ['-p', folder, '-c']] : ['Caddyfile.segments', ['run', '--config']]
  const shipped = await readFile(join('deploy', file), 'utf8')
  const path = join(folder, file)
  const local = shipped
    .replaceAll('127.0.0.1:3000', new URL(programUrl).host.replace('localhost', '127.0.0.1'))
    .replaceAll('/srv/understudy-media', blobDir)
  await writeFile(path, proxy === 'nginx' ? toLocalNginx(local, folder, port) : toLocalCaddy(local, port))
  const child: ChildProcess = spawn(proxy, [...args, path], {
    ...IDENTITY,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  })
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit')
      // A killed nginx would leave its workers.
      child.kill('SIGTERM')
      await gone
    }
    await rm(folder, { recursive: true, force: true })
  }
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 }).catch(async (error) => {
    await stop()
    throw error
  })
  return { url, stop }
}

function toLocalNginx(shipped: string, folder: string, port: number): string {
  const server = shipped.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replaceAll(/^\tssl_.*$/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `daemon off; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http {
include /etc/nginx/mime.types;
access_log off;
${temporary.join('\n')}
${server.replace('server_name courses.example.com', 'server_name localhost')}
}
`
}

function toLocalCaddy(shipped: string, port: number): string {
  return `{\n\tadmin off\n\tauto_https off\n}\n${shipped.replace(/^courses\.example\.com/m, `http://localhost:${port}`)}`
}
