/** Makes public images from the master of a picture or the poster of a video, on the first request. docs/contract §14. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { BlobMissingError } from '#platform/blobs/blobs.ts'
import { convertImage } from '#platform/pictures/convert-image.ts'
import { createWorkFolder } from '../processing/work-folders.ts'
import { findMaster, type Master } from '../queries/masters.ts'
import { formatName, getImageSize, type PublicImage, readImageAddress } from './public-image.ts'

/** Pictures that a process makes at once, and that wait. */
const PARALLEL = 2
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2
const MASTER_LIFETIME_MS = 60_000

/** The key of the blob. Refuses an address that our pages did not write, and a file that is gone, as missing. */
export type GetPublicImage = (assetId: string, file: string) => Promise<Outcome<string>>

/** One for each process. */
export function createPublicImages({ db, blobs, secrets }: Pick<Deps, 'db' | 'blobs' | 'secrets'>): GetPublicImage {
  const masters = new LRUCache<string, Master>({ max: 1000, ttl: MASTER_LIFETIME_MS })
  const running = new Map<string, Promise<Outcome<string>>>()
  const queue = createQueue()

  return async (assetId, file) => {
    const image = readImageAddress(secrets, assetId, file)
    if (!image) return refused('NOT_FOUND')
    const master = masters.get(assetId) ?? (await findMaster(db, assetId))
    if (!master) return refused('NOT_FOUND')
    masters.set(assetId, master)
    // In the folder of the rendition, so that the rendition's row also keeps the images made from it.
    const key = `${master.folder}/${formatName(image)}.webp`
    if (await blobs.stat(key)) return accepted(key)
    const result = running.get(key) ?? queue(() => make(master, image, key))
    running.set(key, result)
    return result.finally(() => running.delete(key))
  }

  async function make(master: Master, image: PublicImage, key: string): Promise<Outcome<string>> {
    const folder = await createWorkFolder()
    try {
      const path = join(folder, 'image.webp')
      const size = { ...getImageSize(master, image), crop: true }
      await blobs.withFile(`${master.folder}/${master.file}`, (source) => convertImage(source, path, size))
      await blobs.moveIn(key, path)
      return accepted(key)
    } catch (error) {
      if (error instanceof BlobMissingError) return refused('NOT_FOUND')
      throw error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

type Make = () => Promise<Outcome<string>>

/** Runs two at once. Refuses `OVERLOADED` when too many wait. */
function createQueue(): (make: Make) => Promise<Outcome<string>> {
  const waiting: (() => void)[] = []
  let free = PARALLEL
  return async (make) => {
    if (free > 0) free--
    else if (waiting.length >= MAX_WAITING) return refused('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await make()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
