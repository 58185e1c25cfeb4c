/** How a video looks before it is played: its shape, and a picture of it. docs/contract §14. */
import { createImageSources } from '#media/pictures/public-image.ts'
import { findMaster } from '#media/queries/masters.ts'
import type { Db } from '#platform/db/db.ts'
import type { Secrets } from '#platform/secrets.ts'

export type FilmStill = { src: string; srcset: string }

/** Uncropped. Null: the file has no picture, or not yet. */
export async function loadFilmStill(
  { db, secrets }: { db: Db; secrets: Pick<Secrets, 'mac'> },
  assetId: string,
): Promise<FilmStill | null> {
  const master = await findMaster(db, assetId)
  if (!master) return null
  const { src, srcset } = createImageSources(secrets, { ...master, assetId }, 'whole')
  return { src, srcset }
}

/** Null: the file is no video, or its size is not known yet. */
export const toFilmShape = (
  kind: string,
  row: { width: number | null; height: number | null } | undefined,
): { width: number; height: number } | null =>
  kind === 'video' && row?.width && row.height ? { width: row.width, height: row.height } : null
