/** Tries storage and ffmpeg for the doctor. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { MediaConfig } from '#config/media.ts'
import type { Deps } from '#http/deps.ts'
import { listStorage, NEARLY_FULL } from '#media/queries/uploads.ts'
import { isNearlyFull } from '#media/uploads/limits.ts'
import { derivedKey } from '#platform/blobs/blob-keys.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { encodeOneSecond } from '#platform/ffmpeg/try-ffmpeg.ts'

/**
 * Stores, reads by range and deletes one object.
 *
 * @throws if one of these fails, or if the disk is nearly full
 */
export async function checkStorage(blobs: Blobs): Promise<string> {
  const key = derivedKey(randomUUID(), 'doctor', 1, 'probe.bin')
  await blobs.put(key, Buffer.from('storage works'))
  try {
    const content = await blobs.get(key, { start: 8, end: 12 })
    const part = content && (await text(content.stream))
    if (part !== 'works') throw new Error(`${blobs.location} returned other bytes than were stored`)
  } finally {
    await blobs.delete(key)
  }
  if (await blobs.stat(key)) throw new Error(`${blobs.location} still has a deleted object`)
  return describeSpace(blobs)
}

/**
 * Encodes one second. A missing ffmpeg is no fault, because videos are then served as they were uploaded.
 *
 * @throws if ffmpeg is installed and does not encode
 */
export async function checkFfmpeg(media: MediaConfig): Promise<string> {
  const search = await findFfmpeg(media)
  if (!search.ok)
    return `${search.reason}: videos are served as you uploaded them, in one quality. Install ffmpeg on the server for smaller ones.`
  const { ffmpeg } = search
  const encodeMs = await encodeOneSecond(ffmpeg)
  const { nice, prlimit, setpriv } = ffmpeg.confinement
  const missing = Object.entries({ nice, prlimit, setpriv }).flatMap(([name, exists]) => (exists ? [] : [name]))
  return [
    `ffmpeg ${ffmpeg.version} encodes one second of 720p in ${encodeMs} ms`,
    `${media.encoderCount} files at once`,
    ffmpeg.canToneMap ? 'HDR becomes SDR' : 'HDR keeps its colours, because zscale or tonemap is missing',
    missing.length > 0 ? `not confined by ${missing.join(' and ')}` : 'confined in time, memory and output',
  ].join('; ')
}

async function describeSpace(blobs: Blobs): Promise<string> {
  const space = await blobs.getFreeSpace()
  if (!space) return `${blobs.location} stores, reads by range and deletes`
  const sentence = `${formatGb(space.free)} of ${formatGb(space.total)} free in ${blobs.location}`
  if (isNearlyFull(space)) throw new Error(`${sentence}: uploads are refused below 2 GB or 5 %`)
  return `stores, reads by range and deletes; ${sentence}`
}

/** Names the courses that use 90 % of their quota or more. */
export async function checkQuotas({ db, config }: Deps): Promise<string> {
  const standard = config.media.courseQuotaBytes
  const shares = (await listStorage(db)).map(({ courseCode, usedBytes, quotaBytes }) => ({
    courseCode,
    share: usedBytes / (quotaBytes ?? standard),
  }))
  const full = shares.filter(({ share }) => share >= NEARLY_FULL)
  if (full.length === 0) return `each course uses less than ${NEARLY_FULL * 100} % of what its files may take`
  const names = full.map(({ courseCode, share }) => `${courseCode} ${Math.floor(share * 100)} %`).join(', ')
  return `nearly full: ${names}; "npm run u -- media quota" changes what the files of a course may take`
}

const formatGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
