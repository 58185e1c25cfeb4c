import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBlobs } from '../../../tests/support/blob-promises.ts'
import { hasSwift, type SwiftServer, startSwift } from '../../../tests/support/swift.ts'
import { originalKey } from './blob-keys.ts'
import { createS3Blobs } from './s3-blobs.ts'

let swift: SwiftServer
let client: S3Client
beforeAll(async () => {
  if (!hasSwift) return
  swift = await startSwift()
  const { endpoint, region, key, secret } = swift.s3
  client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  })
  await client.send(new CreateBucketCommand({ Bucket: swift.s3.bucket }))
}, 120_000)
afterAll(async () => {
  client?.destroy()
  await swift?.stop()
})

testBlobs('blobs in S3', async () => createS3Blobs(swift.s3), hasSwift ? undefined : 'SWIFT')

describe.skipIf(!hasSwift)(hasSwift ? 'S3' : 'S3 (needs SWIFT)', () => {
  test('a wrong secret and a missing bucket are faults, never a missing blob', async () => {
    for (const change of [{ secret: 'wrong' }, { bucket: 'another' }]) {
      const blobs = createS3Blobs({ ...swift.s3, ...change })
      await expect(blobs.get(originalKey(randomUUID()))).rejects.toThrow()
      await expect(blobs.put(originalKey(randomUUID()), Buffer.from('x'))).rejects.toThrow()
      await expect(Array.fromAsync(blobs.list(''))).rejects.toThrow()
      blobs.close()
    }
  })

  test('parts of an upload that a crash interrupted are deleted', async () => {
    const blobs = createS3Blobs(swift.s3)
    const Key = originalKey(randomUUID())
    await client.send(new CreateMultipartUploadCommand({ Bucket: swift.s3.bucket, Key }))
    expect(await blobs.deleteUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await blobs.deleteUnfinished(new Date(Date.now() + 3_600_000))).toBe(1)
    expect(await blobs.deleteUnfinished(new Date(Date.now() + 3_600_000))).toBe(0)
    expect(await blobs.getFreeSpace()).toBeNull()
    blobs.close()
  })
})
