/** A small site for the player alone: the bundled page under the product's content policy, media, grants and reports. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
/** @param bucket the origin that sends segments */
const formatPolicy = (bucket: string) =>
  [
    "default-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${bucket}/`,
    `media-src 'self' blob: ${bucket}/`,
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types catalogue',
  ].join('; ')
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.m3u8': 'application/vnd.apple.mpegurl',
}

export type SentReport = { ranges: [number, number][]; position: number }

/** Bytes of one answer at most, as the product answers. */
const MAX_RANGE_BYTES = 500_000

/** Media are answered, cut off, never answered, or their segments sent by the bucket. Those of the first `endedGrants` grants are refused. */
type Line = {
  media: 'open' | 'silent' | 'cut' | 'bucket'
  endedGrants: number
  grants: 'open' | 'refused' | 'cut'
  reportStatus: number
}

export const OPEN_LINE: Line = { media: 'open', endedGrants: 0, grants: 'open', reportStatus: 200 }

export type PlayerSite = {
  url: string
  line: Line
  reports: SentReport[]
  grantCount(): number
  /** The origin of the bucket, whose only rule is that pages of this site may read it. */
  bucket: string
  /** The media of the next grants, relative to the folder of the grant. */
  media: object
  dispose(): Promise<void>
}

/** @param mediaFolder its files have the address `/media/GRANT/NAME` */
export async function startPlayerSite(mediaFolder: string, media: object): Promise<PlayerSite> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-player-'))
  await bundle(folder)
  let grants = 0
  const server = createServer((request, response) => void answer(request, response))
  const bucket = createServer((request, response) => {
    if (request.headers.origin === site.url) response.setHeader('access-control-allow-origin', site.url)
    sendFile(request, response, join(mediaFolder, new URL(request.url ?? '/', 'http://bucket').pathname))
  })
  const site: PlayerSite = {
    url: '',
    bucket: '',
    line: { ...OPEN_LINE },
    reports: [],
    grantCount: () => grants,
    media,
    async dispose() {
      for (const one of [server, bucket]) {
        one.closeAllConnections()
        await new Promise((resolve) => one.close(resolve))
      }
      rmSync(folder, { recursive: true })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://player')
    const [, first = '', grant = '', ...rest] = pathname.split('/')
    if (first === 'grant') sendGrant(response)
    else if (first === 'reports') await receiveReports(request, response)
    else if (first === 'media') sendMedia(request, response, Number(grant), rest.join('/'))
    else if (first === 'assets' || first === 'files')
      sendFile(
        request,
        response,
        join(
          first === 'files' ? mediaFolder : folder,
          pathname
            .split('/')
            .slice(first === 'files' ? 2 : 1)
            .join('/'),
        ),
      )
    else sendPage(response, site.bucket)
  }

  function sendGrant(response: ServerResponse) {
    if (site.line.grants === 'cut') response.destroy()
    else if (site.line.grants === 'refused') response.writeHead(402).end()
    else {
      grants++
      const text = JSON.stringify(site.media).replaceAll('GRANT', `/media/${grants}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    }
  }

  async function receiveReports(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (site.line.reportStatus === 200) site.reports.push(...JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(site.line.reportStatus).end('{}')
  }

  function sendMedia(request: IncomingMessage, response: ServerResponse, grant: number, path: string) {
    const { line } = site
    if (line.media === 'cut') response.destroy()
    else if (grant <= line.endedGrants) response.writeHead(403).end()
    else if (line.media === 'bucket' && /\.(m4s|mp4)$/.test(path))
      response.writeHead(302, { location: `${site.bucket}/${path}?signed=1`, 'cache-control': 'no-store' }).end()
    else if (line.media !== 'silent') sendFile(request, response, join(mediaFolder, path))
  }

  site.url = await listen(server)
  site.bucket = await listen(bucket)
  return site
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: join(import.meta.dirname, 'player-page.ts'),
        output: { entryFileNames: 'assets/page.js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  })
}

function sendPage(response: ServerResponse, bucket: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': formatPolicy(bucket) }
  response.writeHead(200, headers).end(
    `<!doctype html><html lang="en-GB"><head><meta name="viewport" content="width=device-width, initial-scale=1">
     <title>Player</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/player-page.css"></head>
     <body><div id="root"></div><script type="module" src="/assets/page.js"></script></body></html>`,
  )
}

function sendFile(request: IncomingMessage, response: ServerResponse, path: string): void {
  const bytes = readOrNull(path)
  if (!bytes) return void response.writeHead(404).end()
  const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return void response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
  const end = Math.min(to ? Number(to) : bytes.length - 1, Number(from) + MAX_RANGE_BYTES)
  const part = bytes.subarray(Number(from), end + 1)
  const range = { 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'content-length': part.length }
  response.writeHead(206, { ...headers, ...range }).end(part)
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
