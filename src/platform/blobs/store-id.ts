/** Recognises a wrong or unmounted folder, which would otherwise look like an empty store. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { StartupError } from '#config/config.ts'
import { STORE_ID_KEY } from './blob-keys.ts'
import type { Blobs } from './blobs.ts'

/**
 * Compares the id in the store with the id in the database, and gives a new installation both. Call it at every start,
 * before anything is read from or written to the store. Two first starts at once end with the same id.
 *
 * @param readStoredId the id in the database, or null
 * @param writeStoredId stores the id unless another process was faster; returns the id that is then in the database
 * @param hasAssets whether the database names any blob
 * @param isReadOnly compares only; a store without an id is then refused if the database has one
 * @throws StartupError if the store cannot be read, belongs to another database, or has no id beside stored assets
 */
export async function checkStoreId(
  blobs: Blobs,
  readStoredId: () => Promise<string | null>,
  writeStoredId: (id: string) => Promise<string>,
  hasAssets: () => Promise<boolean>,
  isReadOnly = false,
): Promise<void> {
  const databaseId = await readStoredId()
  const storeId = await readStoreId(blobs)
  if (databaseId !== null && storeId === databaseId) return
  if (storeId !== null) {
    // A simultaneous first start may have written both ids after the first look at the database.
    if (storeId === (await readStoredId())) return
    throw new StartupError(
      `${blobs.location} belongs to another installation of Understudy. Name the storage of this one: BLOB_DIR, or S3_BUCKET and S3_ENDPOINT. If no other database uses it, delete "${STORE_ID_KEY}" in it.`,
    )
  }
  if (await hasAssets())
    throw new StartupError(
      `${blobs.location} is empty, but the database names uploaded files. Mount the folder or name the right one with BLOB_DIR (or S3_BUCKET). If the files are lost, write ${databaseId} into "${STORE_ID_KEY}" there.`,
    )
  if (isReadOnly) {
    if (databaseId === null) return
    throw new StartupError(
      `${blobs.location} is empty, and this installation has another storage. Name it with BLOB_DIR (or S3_BUCKET), or start the server once to use this one.`,
    )
  }
  const id = databaseId ?? (await writeStoredId(randomUUID()))
  await blobs.put(STORE_ID_KEY, Buffer.from(`${id}\n`))
}

async function readStoreId(blobs: Blobs): Promise<string | null> {
  try {
    const content = await blobs.get(STORE_ID_KEY)
    return content ? (await text(content.stream)).trim() : null
  } catch (error) {
    const settings = blobs.engine === 's3' ? 'the settings that begin with S3_' : 'BLOB_DIR'
    throw new StartupError(`${blobs.location} cannot be read (${(error as Error).message}). Check ${settings}.`)
  }
}
