/** The S3 engine when its server fails, is silent, or loses a connection. docs/contract §23, promise L7. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { hasSwift, type SwiftServer, startSwift } from '../../../tests/support/swift.ts'
import { originalKey } from './blob-keys.ts'
import type { Blobs } from './blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

const MB = 1024 * 1024
const SILENCE_MS = 1500

describe.skipIf(!hasSwift)(hasSwift ? 'faults of S3' : 'faults of S3 (needs SWIFT)', () => {
  let swift: SwiftServer
  let proxy: FaultProxy
  let blobs: Blobs
  beforeAll(async () => {
    swift = await startSwift()
    const { endpoint, region, key, secret, bucket: Bucket } = swift.s3
    const credentials = { accessKeyId: key, secretAccessKey: secret }
    const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
    await client.send(new CreateBucketCommand({ Bucket }))
    client.destroy()
    proxy = await startFaultProxy(endpoint)
    blobs = createS3Blobs({ ...swift.s3, endpoint: proxy.url }, SILENCE_MS)
  }, 120_000)
  afterEach(() => {
    proxy.chooseFault = () => null
  })
  afterAll(async () => {
    blobs?.close()
    await proxy?.close()
    await swift?.stop()
  })

  const read = async (key: string) => {
    const content = await blobs.get(key)
    return content && buffer(content.stream)
  }
  const putChunks = (key: string, bytes: Buffer) =>
    blobs.putStream(key, Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))
  const givenBlob = async (bytes: Buffer) => {
    const key = originalKey(randomUUID())
    await blobs.put(key, bytes)
    return key
  }
  const calls: [string, (key: string) => Promise<unknown>][] = [
    ['put', (key) => blobs.put(key, Buffer.from('new'))],
    ['putStream', (key) => putChunks(key, Buffer.from('new bytes'))],
    ['get', (key) => read(key)],
    ['stat', (key) => blobs.stat(key)],
    ['withFile', (key) => blobs.withFile(key, async () => null)],
    ['list', () => Array.fromAsync(blobs.list('original/'))],
    ['delete', (key) => blobs.delete(key)],
  ]

  test.each(calls)('%s succeeds after two failed answers', async (_name, call) => {
    const key = await givenBlob(Buffer.from('first'))
    let left = 2
    proxy.chooseFault = () => (left-- > 0 ? { kind: 'status', status: 503 } : null)
    await call(key)
    expect(left).toBeLessThan(0)
  })

  test.each(calls)('%s is a fault while the server only fails, and changes nothing', async (_name, call) => {
    const key = await givenBlob(Buffer.from('first'))
    proxy.chooseFault = () => ({ kind: 'status', status: 500 })
    await expect(call(key)).rejects.toThrow()
    proxy.chooseFault = () => null
    expect((await read(key))?.toString()).toBe('first')
  })

  test('an answer that breaks off is a fault, never a short blob', async () => {
    const key = await givenBlob(randomBytes(3 * MB))
    proxy.chooseFault = () => ({ kind: 'cutAnswer', bytes: MB })
    await expect(read(key)).rejects.toThrow()
    let used = false
    const use = blobs.withFile(key, async () => {
      used = true
    })
    await expect(use).rejects.toThrow()
    expect(used).toBe(false)
  })

  test('a write that breaks off stores the whole blob or nothing', async () => {
    const bytes = randomBytes(18 * MB)
    for (const put of [putChunks, (key: string) => blobs.put(key, bytes)])
      for (const cuts of [1, 1000]) {
        const key = originalKey(randomUUID())
        let left = cuts
        proxy.chooseFault = ({ method }) =>
          method === 'PUT' && left-- > 0 ? { kind: 'cutRequest', bytes: randomInt(1, 6 * MB) } : null
        const isStored = await put(key, bytes).then(
          () => true,
          () => false,
        )
        proxy.chooseFault = () => null
        expect(isStored).toBe(cuts === 1)
        expect((await read(key))?.equals(bytes) ?? null).toBe(isStored ? true : null)
      }
    await blobs.deleteUnfinished(new Date(Date.now() + 3_600_000))
    expect(await blobs.deleteUnfinished(new Date(Date.now() + 3_600_000))).toBe(0)
  })

  test('bytes that change on the way are refused', async () => {
    const key = originalKey(randomUUID())
    proxy.chooseFault = ({ method }) => (method === 'PUT' ? { kind: 'alter' } : null)
    await expect(blobs.put(key, randomBytes(1000))).rejects.toThrow()
    await expect(putChunks(key, randomBytes(1000))).rejects.toThrow()
    await expect(putChunks(key, randomBytes(9 * MB))).rejects.toThrow()
    expect(await blobs.stat(key)).toBeNull()
  })

  test('a silent server is a fault', async () => {
    const key = await givenBlob(randomBytes(3 * MB))
    proxy.chooseFault = () => ({ kind: 'holdAnswer', bytes: MB })
    await expect(read(key)).rejects.toThrow()
  })
})
