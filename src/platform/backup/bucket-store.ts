/** Nightly backups as objects of an S3 bucket. Loaded only if BACKUP_S3_URL is set. */

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Config } from '#config/media.ts'
import { createS3Client, deleteUnfinished, orNull, upload } from '../blobs/s3-blobs.ts'
import type { BackupStore } from './backup-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Bytes. An object has 10,000 parts at most, so 640 GB. Two parts are in memory. */
const PARTS = { partSize: 64 * 1024 * 1024, queueSize: 2 }

/** That of all backups, so that other objects of the bucket are not listed. */
const Prefix = 'understudy-'

export function createBucketStore(config: S3Config): BackupStore {
  const client = createS3Client(config)
  const bucket = { client, Bucket: config.bucket }
  const { Bucket } = bucket
  return {
    toAddress: (name) => `${config.endpoint}/${Bucket}/${name}`,
    async prepare() {},
    async list() {
      const names: string[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return names
    },
    async delete(Key) {
      await orNull(client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    async deleteRemains(prefix, now) {
      await deleteUnfinished(bucket, new Date(now.getTime() - DAY_MS), prefix).catch((error: Error) => {
        // Some servers and keys do not list uploads. The rules of the bucket end them then.
        if (!['NotImplemented', 'AccessDenied'].includes(error.name)) throw error
      })
    },
    createTarget: (name) => ({
      write: async (content, signal) => (await upload(bucket, name, content, signal, PARTS)).size,
    }),
    async requireSpace() {},
    async readText(Key) {
      const object = await orNull(client.send(new GetObjectCommand({ Bucket, Key })))
      return object && text(object.Body as Readable)
    },
    async writeText(Key, content) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: content }))
    },
    close: () => client.destroy(),
  }
}
