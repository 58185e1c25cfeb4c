/** The promises that every blob engine makes. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { derivedKey, derivedPrefix, getAssetId, originalKey } from '#platform/blobs/blob-keys.ts'
import { BlobMissingError, type Blobs, type ByteRange } from '#platform/blobs/blobs.ts'

const MB = 1024 * 1024

/** @param needs names the missing program if the engine cannot run on this machine */
export function testBlobs(name: string, create: () => Promise<Blobs>, needs?: string): void {
  describe.skipIf(needs)(needs ? `${name} (needs ${needs})` : name, () => {
    let blobs: Blobs
    let folder: string
    beforeAll(async () => {
      blobs = await create()
      folder = await mkdtemp(join(tmpdir(), 'understudy-blobs-'))
    }, 120_000)
    afterAll(async () => {
      blobs?.close()
      await rm(folder, { recursive: true, force: true })
    })

    const read = async (key: string, range?: ByteRange) => {
      const content = await blobs.get(key, range)
      return content && buffer(content.stream)
    }
    const listKeys = async (prefix: string) => {
      const entries = await Array.fromAsync(blobs.list(prefix))
      return entries.map(({ key }) => key).sort()
    }

    test('a blob is read as it was written, and a second write replaces the first', async () => {
      const key = originalKey(randomUUID())
      expect(await blobs.get(key)).toBeNull()
      expect(await blobs.stat(key)).toBeNull()
      await blobs.put(key, Buffer.from('first'))
      await blobs.put(key, Buffer.from('the second'))
      expect((await read(key))?.toString()).toBe('the second')
      const stat = await blobs.stat(key)
      expect(stat?.size).toBe(10)
      expect(Math.abs(Date.now() - stat!.modifiedAt.getTime())).toBeLessThan(60_000)
    })

    test('a blob without bytes is a blob', async () => {
      const [one, other] = [originalKey(randomUUID()), originalKey(randomUUID())]
      await blobs.put(one, Buffer.alloc(0))
      await blobs.putStream(other, chunks([]))
      for (const key of [one, other]) {
        expect(await blobs.stat(key)).toMatchObject({ size: 0 })
        expect((await read(key))?.length).toBe(0)
        await expect(blobs.get(key, { start: 0 })).rejects.toThrow(RangeError)
      }
    })

    test('a range has exactly its bytes, and one outside the blob is refused', async () => {
      const key = originalKey(randomUUID())
      const bytes = randomBytes(3 * MB + 7)
      await blobs.put(key, bytes)
      const ranges: ByteRange[] = [
        { start: 0, end: 0 },
        { start: 1, end: MB },
        { start: bytes.length - 1 },
        { start: 2 * MB },
        { start: 5, end: 1e12 },
      ]
      for (const range of ranges) {
        const content = await blobs.get(key, range)
        const end = Math.min(range.end ?? Number.POSITIVE_INFINITY, bytes.length - 1)
        expect(content).toMatchObject({ start: range.start, end, size: bytes.length })
        expect(bytes.subarray(range.start, end + 1).equals(await buffer(content!.stream))).toBe(true)
      }
      for (const range of [{ start: bytes.length }, { start: 9, end: 8 }, { start: -1 }, { start: 0.5 }])
        await expect(blobs.get(key, range)).rejects.toThrow(RangeError)
      expect(await blobs.get(originalKey(randomUUID()), { start: 0, end: 9 })).toBeNull()
    })

    test('a stream of any length is stored whole', async () => {
      for (const size of [1, 5 * MB, 8 * MB, 8 * MB + 1, 21 * MB]) {
        const key = derivedKey(randomUUID(), 'video-360', 1, 'segment-0.m4s')
        const bytes = randomBytes(size)
        expect(await blobs.putStream(key, chunks(pieces(bytes, 300_001)))).toEqual({ size })
        expect((await read(key))?.equals(bytes)).toBe(true)
      }
    })

    test('a stream that fails or is aborted leaves the blob as it was, and nothing else', async () => {
      const assetId = randomUUID()
      const key = derivedKey(assetId, 'poster', 1, 'poster.webp')
      const broken = async function* () {
        yield randomBytes(9 * MB)
        throw new Error('the source ended early')
      }
      await expect(blobs.putStream(key, broken())).rejects.toThrow('the source ended early')
      expect(await blobs.stat(key)).toBeNull()

      await blobs.put(key, Buffer.from('whole'))
      const abort = new AbortController()
      const silent = new Readable({ read() {} })
      silent.push(randomBytes(9 * MB))
      const write = blobs.putStream(key, silent, abort.signal)
      await setImmediate()
      abort.abort()
      await expect(write).rejects.toThrow('aborted')
      expect((await read(key))?.toString()).toBe('whole')
      expect(await listKeys(derivedPrefix(assetId))).toEqual([key])
    })

    test('readers during many writes see one whole version', async () => {
      const key = originalKey(randomUUID())
      const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(MB, index + 1))
      await blobs.put(key, versions[0]!)
      const writes = Promise.all(versions.map((version) => blobs.putStream(key, chunks(pieces(version, 100_000)))))
      const reads = Array.from({ length: 12 }, async () => {
        const seen = await read(key)
        expect(versions.some((version) => seen?.equals(version))).toBe(true)
      })
      await Promise.all([writes, ...reads])
    })

    test('a local file is moved in, with a new date', async () => {
      const key = originalKey(randomUUID())
      const path = join(folder, 'upload')
      await writeFile(path, randomBytes(9 * MB))
      const bytes = await readFile(path)
      await utimes(path, new Date(0), new Date(0))
      await blobs.moveIn(key, path)
      expect(existsSync(path)).toBe(false)
      expect((await read(key))?.equals(bytes)).toBe(true)
      expect((await blobs.stat(key))?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
      await expect(blobs.moveIn(key, path)).rejects.toThrow('ENOENT')
      expect((await read(key))?.equals(bytes)).toBe(true)
    })

    test('a program gets a blob as a local file', async () => {
      const key = originalKey(randomUUID())
      await blobs.put(key, Buffer.from('film'))
      expect(await blobs.withFile(key, (path) => readFile(path, 'utf8'))).toBe('film')
      const missing = blobs.withFile(originalKey(randomUUID()), async () => 'unused')
      await expect(missing).rejects.toThrow(BlobMissingError)
    })

    test('a list has the blobs of its prefix, and a deleted blob is gone', async () => {
      const [assetId, otherId] = [randomUUID(), randomUUID()]
      const keys = [
        derivedKey(assetId, 'video-360', 1, 'init.mp4'),
        derivedKey(assetId, 'video-360', 1, 'segment-0.m4s'),
        derivedKey(assetId, 'video-360', 12, 'init.mp4'),
      ]
      for (const key of [...keys, derivedKey(otherId, 'poster', 1, 'a.webp'), originalKey(assetId)])
        await blobs.put(key, Buffer.from(key))
      expect(await listKeys(derivedPrefix(assetId))).toEqual(keys)
      expect(await listKeys(derivedPrefix(assetId, 'video-360', 1))).toEqual(keys.slice(0, 2))
      expect(await listKeys('original/')).toContain(originalKey(assetId))
      const everything = await Array.fromAsync(blobs.list(''))
      expect(everything).toContainEqual({
        key: originalKey(assetId),
        size: originalKey(assetId).length,
        modifiedAt: expect.any(Date),
      })

      for (const key of keys.slice(1)) await blobs.delete(key)
      await blobs.delete(keys[1]!)
      expect(await listKeys(derivedPrefix(assetId))).toEqual(keys.slice(0, 1))
      expect(await blobs.stat(keys[1]!)).toBeNull()
      expect(getAssetId(keys[0]!)).toBe(assetId)
    })

    test('writes and deletions in one folder do not hurt each other', async () => {
      const assetId = randomUUID()
      const work = Array.from({ length: 60 }, async (_, index) => {
        const key = derivedKey(assetId, 'storyboard', 1, `sprite-${index}.webp`)
        await blobs.put(key, Buffer.from('x'))
        await blobs.delete(key)
      })
      await Promise.all(work)
      expect(await listKeys(derivedPrefix(assetId))).toEqual([])
    })

    test.each([
      'original/../../etc/passwd',
      `original/${randomUUID()}/../x`,
      'original/film.mp4',
      `original/${randomUUID().toUpperCase()}`,
      `derived/${randomUUID()}/poster-1/../../x`,
      `derived/${randomUUID()}/poster-1/.hidden`,
      `derived/${randomUUID()}/poster-1/a/b`,
      `derived/${randomUUID()}/poster-1/a\0b`,
      `derived/${randomUUID()}/poster-1/a\n`,
      '/etc/passwd',
      '',
    ])('%j is no key', async (key) => {
      await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
      await expect(blobs.putStream(key, chunks([]))).rejects.toThrow(TypeError)
      await expect(blobs.get(key)).rejects.toThrow(TypeError)
      await expect(blobs.stat(key)).rejects.toThrow(TypeError)
      await expect(blobs.delete(key)).rejects.toThrow(TypeError)
      await expect(listKeys(`${key}/../`)).rejects.toThrow(TypeError)
    })
  })
}

function pieces(bytes: Buffer, length: number): Buffer[] {
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * length, (index + 1) * length))
}

async function* chunks(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of list) {
    await setImmediate()
    yield chunk
  }
}
