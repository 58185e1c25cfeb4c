/**
 * The container of a backup: a tar file, encrypted in the age format if there is a passphrase (scrypt, then
 * ChaCha20-Poly1305 in chunks of 64 KB). Changed, missing or reordered chunks and a wrong passphrase are detected.
 * The memory that is needed does not depend on the size.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { StartupError } from '#config/config.ts'

/** Of scrypt, as a power of two: 128 MB of memory for about a second. */
const WORK_FACTOR = 17
const AGE_BEGIN = 'age-encryption.org/v1'

/** A file that is being written. A killed process leaves one. */
export const UNFINISHED_BACKUP = /^\..+\.[0-9a-f]{12}\.part$/

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  /** @param size bytes of the content; another number rejects */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
}

/** Where an archive is written. It appears under its name if and only if it is whole. */
export type ArchiveTarget = {
  /** Cleans up after itself if the content fails or the signal aborts. @returns bytes */
  write(content: Readable, signal: AbortSignal): Promise<number>
}

/** Writes beside the file, flushes, and renames. */
export function toFile(path: string): ArchiveTarget {
  return {
    async write(content, signal) {
      const unfinished = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`)
      const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
      try {
        await pipeline(content, file, { signal })
        await nameFile(unfinished, path)
        await flushFolder(dirname(path))
        return file.bytesWritten
      } catch (error) {
        file.destroy()
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}

/** @returns bytes */
export async function writeArchive(
  target: ArchiveTarget,
  passphrase: string | null,
  signal: AbortSignal | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const packer = pack()
  const source = Readable.from(packer, { objectMode: false })
  const content = passphrase === null ? source : await encrypt(source, passphrase)
  // A target that fails no longer listens, and an error without a listener ends the process.
  for (const stream of [source, content]) stream.on('error', () => {})
  const stopping = new AbortController()
  const writing = target.write(content, signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal)
  const failure = writing.then(
    () => new Promise<never>(() => {}),
    (error) => Promise.reject(error),
  )
  failure.catch(() => {})
  const sure = <Value>(work: Promise<Value>) => Promise.race([work, failure])
  try {
    await sure(fill(createWriter(packer, sure)))
    packer.finalize()
    return await writing
  } catch (error) {
    packer.on('error', () => {})
    stopping.abort()
    packer.destroy()
    await writing.catch(() => {})
    throw error
  }
}

function createWriter(
  packer: ReturnType<typeof pack>,
  sure: <Value>(work: Promise<Value>) => Promise<Value>,
): ArchiveWriter {
  const start = (name: string, size: number) => {
    const ended = Promise.withResolvers<void>()
    const entry = packer.entry({ name, size, mode: 0o600, mtime: new Date(0) }, (error) =>
      error ? ended.reject(error) : ended.resolve(),
    )
    ended.promise.catch(() => {})
    entry.on('error', () => {})
    return { entry, ended: ended.promise }
  }
  const addStream: ArchiveWriter['addStream'] = async (name, size, content) => {
    const { entry, ended } = start(name, size)
    for await (const chunk of content)
      if (!entry.write(chunk))
        await sure(Promise.race([ended, new Promise<void>((resolve) => entry.once('drain', () => resolve()))]))
    entry.end(null)
    await sure(ended)
  }
  return {
    addStream,
    add: (name, content) =>
      addStream(
        name,
        content.length,
        (async function* () {
          if (content.length > 0) yield content
        })(),
      ),
  }
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  encrypter.setPassphrase(passphrase)
  const stream = await encrypter.encrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(stream as NodeStream)
}

/** A rename would replace a file that another process has made meanwhile. A file system without links has only that. */
async function nameFile(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartupError(`${path} exists already. Name another file.`)
    return rename(unfinished, path)
  }
  await rm(unfinished)
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** `content` must be read to its end before the next entry is taken. */
export type ArchiveEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> }

/** @throws StartupError if the file cannot be read, is damaged, or needs another passphrase */
export async function* readArchive(path: string, passphrase: string | null): AsyncGenerator<ArchiveEntry> {
  const isSealed = await isEncrypted(path)
  const source = createReadStream(path, { highWaterMark: 256 * 1024 })
  source.on('error', () => {})
  const unpacker = extract()
  try {
    const content = isSealed ? await decrypt(path, source, passphrase) : source
    content.on('error', (error) => unpacker.destroy(error))
    unpacker.on('error', () => content.destroy())
    content.pipe(unpacker)
    for await (const entry of unpacker)
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        content: nameDamage(path, entry as AsyncIterable<Uint8Array>),
      }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new DamagedBackup(path, (error as Error).message)
  } finally {
    unpacker.on('error', () => {})
    unpacker.destroy()
    source.destroy()
  }
}

/** A fault of the file that is noticed while an entry is read. */
async function* nameDamage(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw new DamagedBackup(path, (error as Error).message)
  }
}

export class DamagedBackup extends StartupError {
  constructor(path: string, reason: string) {
    super(`${path} is damaged or not complete (${reason}). Use another backup.`)
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code}).`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_BEGIN.length), 0, AGE_BEGIN.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === AGE_BEGIN
  } finally {
    await file.close()
  }
}

async function decrypt(path: string, source: Readable, passphrase: string | null): Promise<Readable> {
  if (passphrase === null)
    throw new StartupError(`${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const stream = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>).catch((error: Error) => {
    if (/no identity matched/.test(error.message))
      throw new StartupError(`${path} was made with another BACKUP_PASSPHRASE than the one that is set.`)
    throw error
  })
  return Readable.fromWeb(stream as NodeStream)
}
