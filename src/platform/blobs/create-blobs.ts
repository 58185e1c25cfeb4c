import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'

/**
 * The store of the settings: a folder, unless S3 is set. Loads the S3 client only then.
 *
 * @throws StartupError if the folder cannot be created
 */
export async function createBlobs({ media, dataDir }: Pick<Config, 'media' | 'dataDir'>): Promise<Blobs> {
  if (media.s3) return (await import('./s3-blobs.ts')).createS3Blobs(media.s3)
  // The web server in front reads them as a member of the program's group.
  const isGroupReadable = media.segmentDelivery === 'accel'
  return createDiskBlobs(media.blobDir ?? join(dataDir, 'blobs'), { isGroupReadable })
}
