/** A teacher's browser with two tabs, which uploads files over connections that break, and remembers each answer. */
import { createHash, randomBytes } from 'node:crypto'
import { HEAD_BYTES } from '#media/uploads/limits.ts'
import type { Random } from '../../support/random.ts'
import { type Answer, post } from '../../world/buyer.ts'
import { readOffset, sendBytes } from '../../world/uploads.ts'
import { pause } from '../installation.ts'
import { logIn, type Seat } from '../learning/classroom.ts'

/** `damaged`: its hash is another one. `page`: a page of HTML. `cancelled` and `abandoned` end before the last byte. */
const ENDS = ['stored', 'damaged', 'page', 'cancelled', 'abandoned'] as const
export type UploadRecord = {
  assetId: string
  end: (typeof ENDS)[number]
  sha256: string
  bytes: number
}
export type UploaderRecord = Pick<Seat, 'email' | 'address'> & {
  courseCode: string
  uploads: UploadRecord[]
  /** Connections that broke, and answers by status. */
  breaks: number
  statuses: Record<number, number>
  faults: string[]
}

export type Upload = { urls: readonly string[]; random: Random; onEnd(): void }

const CONTENT_BYTES = 24_000_000
/** Letters, so that each piece is a text. */
const content = Buffer.from(randomBytes((CONTENT_BYTES * 3) / 4).toString('base64'))
const PAGE = Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(100_000)}`)
const MAX_PIECE_BYTES = 9_000_000
const ANSWERS = [0, 204, 409, 415, 423, 429, 500, 502, 503, 507]

/** Uploads files one after the other until none is left. */
export async function uploadAll(upload: Upload, record: UploaderRecord, hasNext: () => boolean): Promise<void> {
  // One log-in for all files, because log-ins of an account are limited.
  const call = createCaller(upload.urls, upload.random, record)
  while (hasNext()) {
    await uploadOne(upload, record, call)
    upload.onEnd()
  }
}

type Caller = ReturnType<typeof createCaller>

async function uploadOne({ urls, random }: Upload, record: UploaderRecord, call: Caller): Promise<void> {
  const end = random.chance(0.6) ? 'stored' : random.pick(ENDS)
  const file = end === 'page' ? PAGE : pickContent(random)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const started = await call('assets', {
    coursePrefixCode: record.courseCode,
    kind: 'file',
    filename: 'notes.txt',
    bytes: file.length,
    sha256: end === 'damaged' ? '0'.repeat(64) : sha256,
  })
  const { assetId, uploadUrl } = started.body.data as { assetId: string; uploadUrl: string }
  record.uploads.push({ assetId, end, sha256, bytes: file.length })
  const isPartly = end === 'cancelled' || end === 'abandoned'
  const sent = isPartly ? file.subarray(0, Math.floor(random.next() * file.length)) : file
  // A short part is stored only at the end of a file.
  const stopsAt = isPartly ? sent.length - HEAD_BYTES : sent.length
  const mayEnd = end === 'damaged' || end === 'page'
  await sendAll({ urls, random, uploadUrl, file: sent, stopsAt, mayEnd, authorization: call.authorization }, record)
  if (end === 'cancelled') await call(`assets/${assetId}/cancel`, {})
}

function pickContent(random: Random): Buffer {
  const length = Math.ceil(random.next() ** 3 * 20_000_000) + 1000
  const start = Math.floor(random.next() * (CONTENT_BYTES - length))
  return content.subarray(start, start + length)
}

/** Posts to a process picked at random until one answers. A lost answer may leave an upload that nobody continues. */
function createCaller(urls: readonly string[], random: Random, record: UploaderRecord) {
  let authorization = ''
  const renew = async () => {
    authorization = `Bearer ${await logIn(random.pick(urls), record)}`
  }
  const call = async (path: string, body: object): Promise<Answer> => {
    for (;;) {
      if (!authorization) await renew()
      const headers = { authorization, 'x-forwarded-for': record.address }
      const answer = await post(random.pick(urls), `/api/v1/${path}`, body, headers).catch(() => null)
      if (answer && answer.status < 300) return answer
      if (answer?.status === 401) authorization = ''
      // A cancellation whose answer was lost.
      else if (answer?.status === 404 && path.endsWith('cancel')) return answer
      else if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`${path}: ${JSON.stringify(answer)}`)
      await pause(200)
    }
  }
  return Object.assign(call, {
    authorization: async (isRefused = false) => {
      if (isRefused || !authorization) await renew()
      return authorization
    },
  })
}

type SentFile = {
  urls: readonly string[]
  random: Random
  uploadUrl: string
  file: Buffer
  /** Bytes that are enough. */
  stopsAt: number
  /** The server refuses the file, before or after its last byte. */
  mayEnd: boolean
  authorization(isRefused?: boolean): Promise<string>
}

/** Until the server has every byte, or has ended the upload. */
async function sendAll(
  { urls, random, uploadUrl, file, stopsAt, mayEnd, authorization }: SentFile,
  record: UploaderRecord,
) {
  let acknowledged = 0
  for (;;) {
    const sender = { base: random.pick(urls), authorization: await authorization(), uploadUrl }
    const { status, offset } = await readOffset(sender).catch(() => ({ status: 0, offset: null }))
    if (status === 401) await authorization(true)
    if (status === 404 && mayEnd) return
    if (offset === null || status !== 200) {
      if (status === 404) record.faults.push(`${uploadUrl}: a running upload was answered with 404`)
      await pause(200)
      continue
    }
    if (offset < acknowledged) record.faults.push(`${uploadUrl}: ${acknowledged} bytes became ${offset}`)
    acknowledged = offset
    if (offset >= stopsAt) return
    const piece = file.subarray(offset, offset + Math.ceil(random.next() * MAX_PIECE_BYTES))
    const breakAfter = random.chance(0.4) ? Math.floor(random.next() * piece.length) : undefined
    record.breaks += breakAfter === undefined ? 0 : 1
    const otherTab = random.chance(0.3) ? [sendBytes({ ...sender, base: random.pick(urls) }, offset, piece)] : []
    for (const answer of await Promise.all([sendBytes(sender, offset, piece, breakAfter), ...otherTab])) {
      record.statuses[answer.status] = (record.statuses[answer.status] ?? 0) + 1
      if (answer.status === 401) await authorization(true)
      else if (answer.status === 204) acknowledged = Math.max(acknowledged, answer.offset ?? 0)
      else if (!ANSWERS.includes(answer.status) && !(answer.status === 404 && mayEnd))
        record.faults.push(`${uploadUrl}: an answer ${answer.status}`)
      if (answer.status === 423 || answer.status >= 429) await pause(150)
    }
  }
}
