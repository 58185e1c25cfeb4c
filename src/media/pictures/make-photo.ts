/** Makes the sizes of a photo from its master, on the first request. docs/contract §14 and §40. */
import { readFile } from 'node:fs/promises'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { convertImage, type PictureFormat } from '#platform/pictures/convert-image.ts'
import { findMaster } from '../queries/masters.ts'
import { createPictureMaker } from './picture-maker.ts'

type PhotoSize = { width: number; format: PictureFormat }
/** The key of the blob. Refuses a picture that is gone, or not processed yet, as missing. */
export type MakePhoto = (assetId: string, size: PhotoSize) => Promise<Outcome<string>>

/** One for each process and use. */
export function createPhotoMaker({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): MakePhoto {
  const make = createPictureMaker({ blobs })
  return async (assetId, { width, format }) => {
    const master = await findMaster(db, assetId)
    if (!master) return refused('NOT_FOUND')
    const size = { width, height: master.height, format }
    // In the folder of the rendition, so that the rendition's row also keeps the images made from it.
    return make(`${master.folder}/photo-${width}.${format}`, `${master.folder}/${master.file}`, (source, path) =>
      convertImage(source, path, size),
    )
  }
}

/** Pixels. */
const INLINE_WIDTH = 960

/** The picture as a data URL, for a page whose pictures have no address of their own. Refuses as `MakePhoto`. */
export async function createInlinePhoto(
  { blobs }: Pick<Deps, 'blobs'>,
  makePhoto: MakePhoto,
  assetId: string,
): Promise<Outcome<string>> {
  const made = await makePhoto(assetId, { width: INLINE_WIDTH, format: 'webp' })
  if (!made.ok) return made
  const bytes = await blobs.withFile(made.value, (path) => readFile(path))
  return accepted(`data:image/webp;base64,${bytes.toString('base64')}`)
}
