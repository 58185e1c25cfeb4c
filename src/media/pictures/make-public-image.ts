/** Makes public images from the master of a picture or the poster of a video, on the first request. docs/contract §14. */
import { LRUCache } from 'lru-cache'
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { convertImage } from '#platform/pictures/convert-image.ts'
import { findMaster, type Master } from '../queries/masters.ts'
import { createPictureMaker } from './picture-maker.ts'
import { formatName, getImageSize, readImageAddress } from './public-image.ts'

const MASTER_LIFETIME_MS = 60_000

/** The key of the blob. Refuses an address that our pages did not write, and a file that is gone, as missing. */
export type GetPublicImage = (assetId: string, file: string) => Promise<Outcome<string>>

/** One for each process. */
export function createPublicImages({ db, blobs, secrets }: Pick<Deps, 'db' | 'blobs' | 'secrets'>): GetPublicImage {
  const masters = new LRUCache<string, Master>({ max: 1000, ttl: MASTER_LIFETIME_MS })
  const make = createPictureMaker({ blobs })

  return async (assetId, file) => {
    const image = readImageAddress(secrets, assetId, file)
    if (!image) return refused('NOT_FOUND')
    const master = masters.get(assetId) ?? (await findMaster(db, assetId))
    if (!master) return refused('NOT_FOUND')
    masters.set(assetId, master)
    const size = { ...getImageSize(master, image), crop: true }
    // In the folder of the rendition, so that the rendition's row also keeps the images made from it.
    return make(`${master.folder}/${formatName(image)}.webp`, `${master.folder}/${master.file}`, (source, path) =>
      convertImage(source, path, size),
    )
  }
}
