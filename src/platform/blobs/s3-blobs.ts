/** Blobs as objects of an S3 bucket. Loaded only if S3 is set. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { SignatureV4 } from '@smithy/signature-v4'
import { getBucketUrl, type S3Config } from '#config/media.ts'
import { isKey, requireKey, requirePrefix } from './blob-keys.ts'
import {
  type BlobContent,
  BlobMissingError,
  type BlobStat,
  type Blobs,
  type ByteRange,
  type SignedAnswer,
} from './blobs.ts'
import { clipRange } from './clip-range.ts'

/** Bytes. An object has 10,000 parts at most, so 80 GB. */
const PART_SIZE = 8 * 1024 * 1024
const PARTS_AT_ONCE = 4
/** Open connections: one for each viewer whose segment is being sent. */
const MAX_SOCKETS = 500
const CONNECT_MS = 5_000
/** Without a byte from the server. */
const SILENCE_MS = 30_000

type Bucket = { client: S3Client; Bucket: string }

/** Opens no connection before the first call. @param silenceMs without a byte, after which a call fails */
export function createS3Client(
  { endpoint, region, key, secret, isPathStyle }: S3Config,
  silenceMs = SILENCE_MS,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Servers other than Amazon refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
}

/** Opens no connection before the first call. @param silenceMs without a byte, after which a call fails */
export function createS3Blobs(config: S3Config, silenceMs = SILENCE_MS): Blobs {
  const { endpoint, bucket: Bucket } = config
  const client = createS3Client(config, silenceMs)
  const bucket = { client, Bucket }
  const signUrl = createSigner(config, client)
  const putStream: Blobs['putStream'] = async (blobKey, content, signal) =>
    upload(bucket, requireKey(blobKey), content, signal)

  return {
    engine: 's3',
    location: `the bucket ${Bucket} on ${new URL(endpoint).host}`,
    async put(blobKey, content) {
      await client.send(new PutObjectCommand({ Bucket, Key: requireKey(blobKey), Body: content }))
    },
    putStream,
    async moveIn(blobKey, path) {
      await putStream(blobKey, createReadStream(path))
      await rm(path)
    },
    get: async (blobKey, range) => read(bucket, requireKey(blobKey), range),
    createSignedUrl: async (blobKey, answer) => signUrl(requireKey(blobKey), answer),
    stat: async (blobKey) => stat(bucket, requireKey(blobKey)),
    withFile: async (blobKey, use) => withDownload(bucket, requireKey(blobKey), use),
    list: (prefix) => listBlobs(bucket, requirePrefix(prefix)),
    async delete(blobKey) {
      const deletion = client.send(new DeleteObjectCommand({ Bucket, Key: requireKey(blobKey) }))
      await orNull(deletion)
    },
    deleteUnfinished: (before) => deleteUnfinished(bucket, before),
    getFreeSpace: async () => null,
    close: () => client.destroy(),
  }
}

/** Signs without the SDK's own steps for a call, which take many times as long. */
function createSigner(config: S3Config, client: S3Client): (key: string, answer: SignedAnswer) => Promise<string> {
  const signer = new SignatureV4({
    service: 's3',
    region: config.region,
    credentials: { accessKeyId: config.key, secretAccessKey: config.secret },
    sha256: client.config.sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const bucketUrl = new URL(getBucketUrl(config))
  const { protocol, hostname, port, host } = bucketUrl
  const folder = bucketUrl.pathname.replace(/\/$/, '')
  return async (key, { seconds, contentType, cacheControl }) => {
    const query = {
      'response-content-type': contentType,
      'response-cache-control': cacheControl,
      'response-content-disposition': 'inline',
    }
    const path = `${folder}/${key}`
    const request = { method: 'GET', protocol, hostname, ...(port && { port: Number(port) }), path, query }
    const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const signed = await signer.presign({ ...request, headers }, { expiresIn: seconds })
    return `${bucketUrl.origin}${path}?${formatQuery(signed.query as Record<string, string>)}`
  }
}

/** With %20 for a blank, as the signature is made: `URLSearchParams` writes `+`. */
function formatQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** Visible only when its last part has arrived. A failed upload removes its parts. */
export async function upload(
  { client, Bucket }: Bucket,
  Key: string,
  content: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
  parts = { partSize: PART_SIZE, queueSize: PARTS_AT_ONCE },
): Promise<{ size: number }> {
  let size = 0
  const source = content instanceof Readable ? content : Readable.from(content)
  const count = async function* () {
    for await (const chunk of source) {
      size += chunk.length
      yield chunk
    }
  }
  const body = Readable.from(count(), { objectMode: false })
  const work = new Upload({
    client,
    params: { Bucket, Key, Body: body },
    ...parts,
  })
  const abort = () => {
    source.destroy(new Error('aborted'))
    void work.abort()
  }
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abort)
  try {
    await work.done()
    return { size }
  } catch (error) {
    // The SDK reports its own abortion before it has removed the parts.
    throw signal?.aborted ? new Error('The upload was aborted.', { cause: error }) : error
  } finally {
    signal?.removeEventListener('abort', abort)
    source.destroy()
  }
}

async function read({ client, Bucket }: Bucket, Key: string, range?: ByteRange): Promise<BlobContent | null> {
  if (range) clipRange(Number.MAX_SAFE_INTEGER, range)
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`
  const response = await orNull(client.send(new GetObjectCommand({ Bucket, Key, Range })))
  if (!response) return null
  const stream = response.Body as Readable
  try {
    const [, total] = /\/(\d+)$/.exec(response.ContentRange ?? '') ?? []
    const size = Number(total ?? response.ContentLength)
    const { start, end } = clipRange(size, range)
    if (response.ContentLength !== end - start + 1)
      throw new Error(`S3 sent other bytes of ${Key} than were requested.`)
    return { stream, start, end, size }
  } catch (error) {
    stream.destroy()
    throw error
  }
}

async function stat({ client, Bucket }: Bucket, Key: string): Promise<BlobStat | null> {
  const response = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })))
  return response && { size: response.ContentLength ?? 0, modifiedAt: response.LastModified ?? new Date(0) }
}

async function withDownload<T>(bucket: Bucket, key: string, use: (path: string) => Promise<T>): Promise<T> {
  const content = await read(bucket, key)
  if (!content) throw new BlobMissingError(key)
  const folder = await mkdtemp(join(tmpdir(), 'understudy-blob-'))
  try {
    const path = join(folder, 'blob')
    await pipeline(content.stream, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* listBlobs({ client, Bucket }: Bucket, Prefix: string): AsyncGenerator<BlobStat & { key: string }> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
      if (isKey(Key)) yield { key: Key, size: Size, modifiedAt: LastModified }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

/** @param Prefix of the keys whose uploads are meant; default: all */
export async function deleteUnfinished({ client, Bucket }: Bucket, before: Date, Prefix?: string): Promise<number> {
  let count = 0
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue
      await orNull(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      count += 1
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
  return count
}

/** Returns null for a missing object, and throws a RangeError for a range outside the object. */
export async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    const { name } = error as Error
    if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name)) return null
    if (name === 'InvalidRange') throw new RangeError('The range is not in the blob.')
    throw error
  }
}
