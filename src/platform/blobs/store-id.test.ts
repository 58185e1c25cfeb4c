import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDiskBlobs } from './disk-blobs.ts'
import { checkStoreId } from './store-id.ts'

const parent = mkdtempSync(join(tmpdir(), 'understudy-store-'))
afterAll(() => rm(parent, { recursive: true, force: true }))

async function createStore() {
  const folder = await mkdtemp(join(parent, 'blobs-'))
  return { blobs: createDiskBlobs(folder), folder, path: join(folder, 'store-id') }
}

function createDatabase(hasAssets = false) {
  let stored: string | null = null
  const check = (blobs: ReturnType<typeof createDiskBlobs>, isReadOnly = false) =>
    checkStoreId(
      blobs,
      async () => stored,
      async (id) => {
        stored ??= id
        return stored
      },
      async () => hasAssets,
      isReadOnly,
    )
  return {
    check,
    get id() {
      return stored
    },
    addAsset() {
      hasAssets = true
    },
  }
}

test('the first start gives folder and database one id, and later starts accept it', async () => {
  const { blobs, path } = await createStore()
  const database = createDatabase()
  await database.check(blobs)
  expect((await readFile(path, 'utf8')).trim()).toBe(database.id)
  database.addAsset()
  await database.check(blobs)
})

test('simultaneous first starts end with one id', async () => {
  const { blobs, path } = await createStore()
  const database = createDatabase()
  await Promise.all(Array.from({ length: 20 }, () => database.check(blobs)))
  expect((await readFile(path, 'utf8')).trim()).toBe(database.id)
})

test('a start that was killed between database and folder is completed by the next one', async () => {
  const { blobs, path } = await createStore()
  const database = createDatabase()
  await database.check(blobs)
  await rm(path)
  const id = database.id
  await database.check(blobs)
  expect((await readFile(path, 'utf8')).trim()).toBe(id)
})

test('an empty folder beside stored assets is refused: it may not be mounted', async () => {
  const first = await createStore()
  const database = createDatabase()
  await database.check(first.blobs)
  database.addAsset()
  const { blobs } = await createStore()
  await expect(database.check(blobs)).rejects.toThrow(/is empty, but the database names uploaded files/)
})

test('the folder of another installation is refused, by a new database too', async () => {
  const first = await createStore()
  await createDatabase().check(first.blobs)
  const second = await createStore()
  const database = createDatabase()
  await database.check(second.blobs)
  await expect(database.check(first.blobs)).rejects.toThrow(/belongs to another installation/)
  await expect(createDatabase().check(first.blobs)).rejects.toThrow(/belongs to another installation/)
})

test('a damaged id is another id', async () => {
  const { blobs, path } = await createStore()
  const database = createDatabase()
  await database.check(blobs)
  await writeFile(path, '')
  await expect(database.check(blobs)).rejects.toThrow(/belongs to another installation/)
})

test('a store that cannot be read stops the start with the settings to check', async () => {
  const { path, blobs } = await createStore()
  await mkdir(path)
  await expect(createDatabase().check(blobs)).rejects.toThrow(/cannot be read .*Check BLOB_DIR/)
})

test('a check that only reads gives no id, and refuses another empty folder', async () => {
  const first = await createStore()
  const database = createDatabase()
  await database.check(first.blobs, true)
  expect([database.id, await readdir(first.folder)]).toEqual([null, []])
  await database.check(first.blobs)
  await database.check(first.blobs, true)
  const other = await createStore()
  await expect(database.check(other.blobs, true)).rejects.toThrow(/is empty, and this installation has another storage/)
  expect(await readdir(other.folder)).toEqual([])
})
