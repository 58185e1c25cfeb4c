import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testBlobs } from '../../../tests/support/blob-promises.ts'
import { hasSwift, type SwiftServer, startSwift } from '../../../tests/support/swift.ts'
import { derivedKey, originalKey } from './blob-keys.ts'
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

  test('a signed address gets one blob with its headers, whole and by range, until its time is over', async () => {
    const blobs = createS3Blobs(swift.s3)
    const [key, other] = [randomUUID(), randomUUID()].map((id) => derivedKey(id, 'video-360', 1, '0.m4s')) as [
      string,
      string,
    ]
    for (const name of [key, other]) await blobs.put(name, Buffer.from('a segment'))
    const answer = { seconds: 60, contentType: 'video/mp4', cacheControl: 'private, max-age=14400, immutable' }
    const url = (await blobs.createSignedUrl(key, answer))!
    expect(url).not.toContain(swift.s3.secret)
    const whole = await fetch(url)
    expect(await whole.text()).toBe('a segment')
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': answer.cacheControl,
      'content-disposition': 'inline',
    })
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'seg'])
    const gone = await blobs.createSignedUrl(derivedKey(randomUUID(), 'video-360', 1, '0.m4s'), answer)
    expect((await fetch(gone!)).status).toBe(404)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 })
    const late = (await blobs.createSignedUrl(key, answer))!
    vi.useRealTimers()
    const refused = {
      late: await fetch(late),
      longer: await fetch(late.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')),
      'another blob': await fetch(url.replace(key, other)),
      'another type': await fetch(url.replace('video%2Fmp4', 'text%2Fhtml')),
      deletion: await fetch(url, { method: 'DELETE' }),
      unsigned: await fetch(url.replace(/\?.*/, '')),
    }
    expect(refused.late.status).toBe(403)
    expect(Object.entries(refused).filter(([, { ok }]) => ok)).toEqual([])
    blobs.close()
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
