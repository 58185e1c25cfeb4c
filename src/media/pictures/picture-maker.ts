/** Makes a picture from a stored one on the first request, and stores it. docs/contract §14. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isBlobMissing } from '#platform/blobs/blobs.ts'
import { createWorkFolder } from '../processing/work-folders.ts'

/** Pictures that a process makes at once, and that wait. */
const PARALLEL = 2
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

type Convert = (sourcePath: string, targetPath: string) => Promise<unknown>
/**
 * Returns the key once its picture is stored. Refuses `NOT_FOUND` if the source is gone, and `OVERLOADED` if too many
 * requests wait.
 */
type MakePicture = (key: string, sourceKey: string, convert: Convert) => Promise<Outcome<string>>

/** One for each process and use. */
export function createPictureMaker({ blobs }: Pick<Deps, 'blobs'>): MakePicture {
  const running = new Map<string, Promise<Outcome<string>>>()
  const queue = createQueue()

  return async (key, sourceKey, convert) => {
    if (await blobs.stat(key)) return accepted(key)
    const result = running.get(key) ?? queue(() => make(key, sourceKey, convert))
    running.set(key, result)
    return result.finally(() => running.delete(key))
  }

  async function make(key: string, sourceKey: string, convert: Convert): Promise<Outcome<string>> {
    const folder = await createWorkFolder()
    try {
      const path = join(folder, 'picture')
      await blobs.withFile(sourceKey, (source) => convert(source, path))
      await blobs.moveIn(key, path)
      return accepted(key)
    } catch (error) {
      if (isBlobMissing(error)) return refused('NOT_FOUND')
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
