/** Blobs as files of a folder. Several processes may share the folder. */
import { randomBytes } from 'node:crypto'
import { chmodSync, createReadStream, opendirSync } from 'node:fs'
import { chmod, type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { StartupError } from '#config/config.ts'
import { createFolders } from '../data-dir.ts'
import { isKey, requireKey, requirePrefix, TOP_FOLDERS } from './blob-keys.ts'
import { type BlobContent, BlobMissingError, type BlobStat, type Blobs, type ByteRange } from './blobs.ts'
import { clipRange } from './clip-range.ts'

/** Unfinished files have it. No key begins with a dot. */
const UNFINISHED = /^\.[0-9a-f]{16}\.part$/

/** Larger than Node's 64 KB: a segment of a video needs a quarter of the reads. */
const READ_BYTES = 256 * 1024

/** The folder, and what its new files and folders are allowed to whom. */
type Store = { root: string; fileMode: number; folderMode: number }

/**
 * Creates the folder if it is missing. Only its owner can read it, unless `isGroupReadable`: then the group of the
 * program can read all that is written from now on.
 *
 * @throws StartupError if the folder cannot be created or written
 */
export function createDiskBlobs(folder: string, { isGroupReadable = false } = {}): Blobs {
  const root = resolve(folder)
  const store = { root, fileMode: isGroupReadable ? 0o640 : 0o600, folderMode: isGroupReadable ? 0o750 : 0o700 }
  try {
    if (createFolders(root, store.folderMode)) chmodSync(root, store.folderMode)
    opendirSync(root).closeSync()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`The folder of media ${root} cannot be created (${code}). Name another one with BLOB_DIR.`)
  }
  const pathTo = (key: string) => join(root, requireKey(key))
  const stat = async (key: string) => toStat(await ifExists(lstat(pathTo(key))))

  return {
    engine: 'disk',
    location: root,
    put: async (key, content) => write(store, pathTo(key), (file) => file.writeFile(content)),
    async putStream(key, content, signal) {
      let size = 0
      await write(store, pathTo(key), async (file) => {
        size = await append(file, content, signal)
      })
      return { size }
    },
    moveIn: async (key, path) => moveIn(store, pathTo(key), path),
    get: async (key, range) => read(pathTo(key), range),
    createSignedUrl: () => null,
    stat,
    async withFile(key, use) {
      if (!(await stat(key))) throw new BlobMissingError(key)
      return use(pathTo(key))
    },
    async *list(prefix) {
      for await (const path of walk(root, requirePrefix(prefix))) {
        const entry = isKey(path) ? await stat(path) : null
        if (entry) yield { key: path, ...entry }
      }
    },
    delete: async (key) => remove(root, pathTo(key)),
    async deleteUnfinished(before) {
      let count = 0
      for await (const path of walk(root, '')) {
        const entry = UNFINISHED.test(lastPart(path)) && (await ifExists(lstat(join(root, path))))
        if (!entry || entry.mtime >= before) continue
        await remove(root, join(root, path))
        count += 1
      }
      return count
    },
    async getFreeSpace() {
      const { bavail, blocks, bsize } = await statfs(root)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    close() {},
  }
}

/** Writes beside the target, flushes, and renames. */
async function write(store: Store, path: string, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const unfinishedPath = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`)
  const file = await retryInFolder(store, path, () => open(unfinishedPath, 'wx', 0o600))
  try {
    try {
      await file.chmod(store.fileMode)
      await fill(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinishedPath, path)
  } catch (error) {
    await rm(unfinishedPath, { force: true })
    throw error
  }
  await flushFolders(store.root, dirname(path))
}

/** Returns the number of bytes. */
async function append(file: FileHandle, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
  const stream = content instanceof Readable ? content : Readable.from(content)
  if (signal) addAbortSignal(signal, stream)
  let size = 0
  for await (const chunk of stream) {
    await file.writeFile(chunk)
    size += chunk.length
  }
  return size
}

/** Another process may remove the empty folder between the two calls, after the deletion of its last file. */
async function retryInFolder<T>(store: Store, path: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const highest = await mkdir(dirname(path), { recursive: true, mode: store.folderMode })
    if (highest) await allow(store, highest, dirname(path))
    try {
      return await work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 10) throw error
    }
  }
}

/** The mask of the service (`UMask`) takes away what the group may do. A folder may be gone again by now. */
async function allow({ folderMode }: Store, highest: string, lowest: string): Promise<void> {
  for (let folder = lowest; ; folder = dirname(folder)) {
    await ifExists(chmod(folder, folderMode))
    if (folder === highest) return
  }
}

async function moveIn(store: Store, path: string, source: string): Promise<void> {
  await prepareSource(source, store.fileMode)
  const isMoved = await retryInFolder(store, path, () => rename(source, path)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EXDEV') return false
      throw error
    },
  )
  if (isMoved) return flushFolders(store.root, dirname(path))
  await write(store, path, (file) => append(file, createReadStream(source)))
  await rm(source, { force: true })
}

/** Dates the file now: an old date would let the nightly clean-up take a blob whose row is not yet written. */
async function prepareSource(source: string, mode: number): Promise<void> {
  const file = await open(source, 'r+')
  try {
    const now = new Date()
    await file.chmod(mode)
    await file.utimes(now, now)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes new names durable. Windows cannot flush a folder. */
async function flushFolders(root: string, lowest: string): Promise<void> {
  for (let folder = lowest; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r').catch(() => null)
    await handle?.sync().catch(() => {})
    await handle?.close()
    if (folder === root) return
  }
}

async function read(path: string, range?: ByteRange): Promise<BlobContent | null> {
  const file = await ifExists(open(path, 'r'))
  if (!file) return null
  try {
    const { size } = await file.stat()
    const { start, end } = clipRange(size, range)
    // Node reads a file without `end` to its end, so an empty blob needs none.
    const part = end < start ? { start: 0 } : { start, end }
    const stream = file.createReadStream({ ...part, highWaterMark: READ_BYTES })
    return { stream, start, end, size }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function remove(root: string, path: string): Promise<void> {
  await rm(path, { force: true })
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    // Fails if the folder has other files, or if another process removed it.
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}

/** Paths below the root, with `/`. One folder of each depth is in memory at a time. */
async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  if (prefix === '') {
    for (const top of TOP_FOLDERS) yield* walk(root, top)
    return
  }
  const entries = (await ifExists(readdir(join(root, prefix), { withFileTypes: true }))) ?? []
  for (const entry of entries) {
    if (entry.isDirectory()) yield* walk(root, `${prefix}${entry.name}/`)
    else yield `${prefix}${entry.name}`
  }
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function toStat(entry: { isFile(): boolean; size: number; mtime: Date } | null): BlobStat | null {
  return entry?.isFile() ? { size: entry.size, modifiedAt: entry.mtime } : null
}

async function ifExists<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}
