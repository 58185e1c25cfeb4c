/**
 * The files of lessons, by the token in their address (docs/contract §18): single byte ranges, a strong ETag, and no
 * part of a file in one answer that is longer than 8 MB where it was not encoded for streaming.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { createGrantChecker } from '#learn/lessons/playback/check-grant.ts'
import { createMediaFinder, type MediaFile } from '#learn/lessons/playback/find-media-file.ts'
import { requireKey } from '#platform/blobs/blob-keys.ts'
import type { ByteRange } from '#platform/blobs/blobs.ts'

type MediaRoute = { Params: { token: string; assetId: string; '*': string } }
/** `isAllowed` asks whether the grant has not ended. */
type StoredFile = Extract<MediaFile, { kind: 'blob' }> & { isAllowed(): Promise<boolean> }

/** Bytes of a file without segments in one answer, so that an ended grant stops it too. */
const MAX_PART_BYTES = 8_000_000
/** A segment never changes, and its address is for one player. */
const SEGMENT_CACHING = 'private, max-age=14400, immutable'
/** The folder of the files in the web server's set-up (docs/operate.md), which no visitor can ask for. */
const ACCEL_FOLDER = '/_segments/'
/** An address of the bucket outlives the grant by at most this. */
const SIGNED_SECONDS = 60
const PDF = 'application/pdf'
const SANDBOX = "sandbox; default-src 'none'"

/** @param timer the time of the memory of allowed players */
export function mountMedia(app: FastifyInstance, deps: Deps, timer?: Pick<Performance, 'now'>): void {
  const check = createGrantChecker(deps, timer)
  const findFile = createMediaFinder(deps)
  app.get<MediaRoute>('/media/:token/:assetId/*', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-site' })
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return sendRefusal(reply, request.id, { code: 'GRANT_ENDED' })
    const { token, assetId } = request.params
    const grant = await check(token)
    if (!grant.ok) return sendRefusal(reply, request.id, grant.refusal)
    const { assetIds, playedAssetId, offeredAssetIds, lessonId } = grant.value
    const use = { isPlayed: assetId === playedAssetId, isOffered: offeredAssetIds.has(assetId), lessonId }
    const file = assetIds.has(assetId) ? await findFile(assetId, request.params['*'], use) : null
    if (!file) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    if (file.kind === 'refused') return sendRefusal(reply, request.id, file.refusal)
    if (file.kind === 'text')
      return reply.header('content-security-policy', SANDBOX).type(file.contentType).send(file.text)
    return sendBlob(deps, request, reply, { ...file, isAllowed: async () => (await check(token)).ok })
  })
}

async function sendBlob(deps: Deps, request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  if (file.isSegment && (await handOver(deps, request, reply, file))) return reply
  const { blobs } = deps
  const stat = await blobs.stat(file.key)
  if (!stat) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
  // The bytes behind a key never change.
  const etag = `"${file.key.replaceAll('/', '.')}"`
  reply.headers({ 'accept-ranges': 'bytes', etag, 'content-disposition': formatDisposition(file.filename) })
  reply.header('content-security-policy', getPolicy(file)).type(file.contentType)
  if (!file.isWhole && !file.filename) reply.header('cache-control', SEGMENT_CACHING)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  const range = readRange(request, stat.size, etag)
  if (range === 'invalid') return reply.code(416).header('content-range', `bytes */${stat.size}`).send()
  const limited =
    file.isWhole && range ? { ...range, end: Math.min(range.end, range.start + MAX_PART_BYTES - 1) } : range
  const length = limited ? limited.end - limited.start + 1 : stat.size
  reply.header('content-length', length)
  if (limited) reply.code(206).header('content-range', `bytes ${limited.start}-${limited.end}/${stat.size}`)
  // Fastify writes the length 0 into an answer to HEAD that has no body.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (!limited && stat.size > MAX_PART_BYTES) return reply.send(Readable.from(readParts(blobs, reply, file, stat.size)))
  const content = await blobs.get(file.key, limited ?? undefined)
  return content ? reply.send(content.stream) : sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
}

/**
 * Lets the web server or the bucket send a segment, if the setting SEGMENTS says so. The program reads its row only, so
 * a missing file is the 404 of the server that sends.
 *
 * @returns whether the answer is sent
 */
async function handOver(
  { config, blobs }: Deps,
  { method }: FastifyRequest,
  reply: FastifyReply,
  { key, contentType }: StoredFile,
): Promise<boolean> {
  const { segmentDelivery } = config.media
  if (segmentDelivery === 'accel') {
    reply.headers({ 'x-accel-redirect': ACCEL_FOLDER + requireKey(key), 'cache-control': SEGMENT_CACHING })
    reply.headers({ 'content-disposition': 'inline', 'content-security-policy': SANDBOX })
    reply.type(contentType).send('')
    return true
  }
  // An address is signed for one method.
  const answer = { seconds: SIGNED_SECONDS, contentType, cacheControl: SEGMENT_CACHING }
  const url = segmentDelivery === 'bucket' && method === 'GET' ? await blobs.createSignedUrl(key, answer) : null
  if (url) reply.header('referrer-policy', 'no-referrer').redirect(url, 302)
  return url !== null
}

/** A whole file. Asks again before each part, so that a download ends with its grant. */
async function* readParts(blobs: Deps['blobs'], reply: FastifyReply, { key, isAllowed }: StoredFile, size: number) {
  for (let start = 0; start < size; start += MAX_PART_BYTES) {
    const isOpen = start === 0 || (await isAllowed())
    const part = isOpen ? await blobs.get(key, { start, end: Math.min(start + MAX_PART_BYTES, size) - 1 }) : null
    if (!part) {
      reply.raw.destroy()
      return
    }
    yield* part.stream
  }
}

/**
 * The range of a GET, or null for the whole file (RFC 9110 §14.2): several ranges, another unit and a range for an older
 * file are ignored.
 */
export function readRange(
  request: Pick<FastifyRequest, 'headers'>,
  size: number,
  etag: string,
): Required<ByteRange> | 'invalid' | null {
  const { range, 'if-range': validator } = request.headers
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (validator !== undefined && validator !== etag) return null
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || size === 0 ? 'invalid' : { start: Math.max(0, size - suffix), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || end < start ? 'invalid' : { start, end }
}

function formatDisposition(filename: string | null): string {
  return filename === null ? 'inline' : `attachment; filename*=UTF-8''${encodeFilename(filename)}`
}

/** RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (glyph) => `%${glyph.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A file that a browser opens as a page runs and loads nothing. Its own viewer shows a PDF, which a sandbox forbids. */
function getPolicy({ contentType, filename }: StoredFile): string {
  return contentType === PDF && filename === null ? "default-src 'none'" : SANDBOX
}
