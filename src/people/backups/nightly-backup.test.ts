import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { getBackupState } from '#platform/backup/backup-runs.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { createS3Client } from '#platform/blobs/s3-blobs.ts'
import { hasSwift, startSwift } from '../../../tests/support/swift.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { isDue, makeNightlyBackup } from './nightly-backup.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'understudy-nightly-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const log = { info: () => {}, warn: () => {} } as never
/** As a worker does at this time. */
const night = (now: string, blobs = database.blobs) => {
  const config = readConfig({ BACKUP_DIR: folder, SECRET: 'a secret of the tests, with enough characters' })
  return makeNightlyBackup({ ...database, databaseUrl: database.url, blobs, config, log, clock: () => new Date(now) })
}
const listBackups = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()

test('a backup is due once each night after 02:00 UTC', () => {
  expect(isDue(null, new Date('2026-11-27T01:00:00Z'))).toBe(true)
  expect(isDue(new Date('2026-11-26T02:23:00Z'), new Date('2026-11-27T01:59:00Z'))).toBe(false)
  expect(isDue(new Date('2026-11-26T02:23:00Z'), new Date('2026-11-27T02:00:00Z'))).toBe(true)
  expect(isDue(new Date('2026-11-27T02:00:00Z'), new Date('2026-11-27T23:00:00Z'))).toBe(false)
})

test('one backup is made, however many workers ask at once', async () => {
  const now = new Date().toISOString()
  await Promise.all([night(now), night(now), night(now)])
  await night(now)
  expect(await listBackups()).toHaveLength(1)
  expect(await getBackupState(database.db)).toMatchObject({ lastAt: expect.any(Date), fault: null, verifiedAt: null })
})

test('old backups and remains are deleted, and other files stay', async () => {
  const now = new Date('2026-11-27T03:00:00Z')
  for (const name of [
    'understudy-2026-09-01T02-23-00Z.backup',
    'understudy-2026-11-20T02-23-00Z.backup',
    'mine.backup',
  ])
    await writeFile(join(folder, name), '')
  const remains = join(folder, '.understudy-2026-11-20T02-23-00Z.backup.0123456789ab.part')
  await writeFile(remains, '')
  await utimes(remains, new Date(0), new Date(0))
  await night(now.toISOString())
  expect(await listBackups()).toEqual([
    'mine.backup',
    'understudy-2026-11-20T02-23-00Z.backup',
    'understudy-2026-11-27T03-00-00Z.backup',
  ])
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('deleted accounts are listed beside the backups by their ids only', async () => {
  const row = { email: 'deleted-1@deleted.invalid', name: 'Deleted person', deleted_at: new Date() }
  const { id } = await database.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await night(new Date().toISOString())
  const text = await readFile(join(folder, 'erasures.json'), 'utf8')
  expect(JSON.parse(text)).toEqual([{ personId: id, erasedAt: row.deleted_at.toISOString() }])
  // The list survives a restore of a database that does not know it.
  await database.db.updateTable('person').set({ deleted_at: null }).where('id', '=', id).execute()
  await night(new Date().toISOString())
  expect(await readFile(join(folder, 'erasures.json'), 'utf8')).toBe(text)
  // One that a restored database still has to delete is as good as deleted.
  const again = { person_id: randomUUID(), erased_at: new Date() }
  await database.db.insertInto('erasure_to_repeat').values(again).execute()
  await night(new Date().toISOString())
  expect(await readFile(join(folder, 'erasures.json'), 'utf8')).toContain(again.person_id)
  await database.db.deleteFrom('erasure_to_repeat').execute()
})

test('a failure is recorded, and the next run tries again', async () => {
  const now = new Date().toISOString()
  const broken = {
    ...database.blobs,
    list: () => {
      throw new Error('the disk is broken')
    },
  }
  await expect(night(now, broken)).rejects.toThrow('the disk is broken')
  expect(await getBackupState(database.db)).toMatchObject({ lastAt: null, fault: 'the disk is broken' })
  await night(new Date(Date.now() + 60_000).toISOString())
  expect(await getBackupState(database.db)).toMatchObject({ lastAt: expect.any(Date), fault: null })
})

test('a held installation makes no backup and deletes none, and keeps the list of deleted accounts', async () => {
  await database.db.insertInto('restore_hold').values({ backup_at: new Date() }).execute()
  const names = ['understudy-2026-09-01T02-23-00Z.backup', 'understudy-2026-09-02T02-23-00Z.backup']
  for (const name of names) await writeFile(join(folder, name), '')
  await night('2026-11-27T03:00:00Z')
  expect(await listBackups()).toEqual(names)
  expect(await readdir(folder)).toContain('erasures.json')
  await database.db.deleteFrom('restore_hold').execute()
  await night('2026-11-27T03:10:00Z')
  expect(await listBackups()).toEqual(['understudy-2026-11-27T03-10-00Z.backup'])
})

test('a backup that fails or has no space still deletes old ones', async () => {
  await night('2026-11-20T03:00:00Z')
  const finishedAt = { finished_at: new Date('2026-11-20T03:01:00Z') }
  const addOld = () => writeFile(join(folder, 'understudy-2026-09-01T02-23-00Z.backup'), '')
  await database.db.updateTable('backup_run').set(finishedAt).execute()
  await addOld()
  const broken = {
    ...database.blobs,
    list: () => {
      throw new Error('the disk is broken')
    },
  }
  await expect(night('2026-11-27T03:00:00Z', broken)).rejects.toThrow('the disk is broken')
  expect(await listBackups()).toEqual(['understudy-2026-11-20T03-00-00Z.backup'])
  await addOld()
  await database.db.updateTable('backup_run').set({ bytes: 1e15 }).where('finished_at', 'is not', null).execute()
  await expect(night('2026-11-27T04:00:00Z')).rejects.toThrow(/MB left, and the last backup needed/)
  expect(await listBackups()).toEqual(['understudy-2026-11-20T03-00-00Z.backup'])
  expect(await getBackupState(database.db)).toMatchObject({ fault: expect.stringContaining('MB left') })
})

test('a folder that cannot be made is a fault that the admins see', async () => {
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await expect(night(new Date().toISOString())).rejects.toThrow()
  expect(await getBackupState(database.db)).toMatchObject({ lastAt: null, fault: expect.any(String) })
})

test('two installations with one folder leave each other their backups', async () => {
  await database.db
    .insertInto('installation')
    .values({ created_mode: 'demo', blob_store_id: '0a1b2c3d-0000-4000-8000-000000000000' })
    .execute()
  await database.blobs.put('store-id', Buffer.from('0a1b2c3d-0000-4000-8000-000000000000\n'))
  const others = [
    'understudy-2026-09-01T02-23-00Z.backup',
    'understudy-ffffffff-2026-09-01T02-23-00Z.backup',
    'understudy-ffffffff-2026-09-02T02-23-00Z.backup',
  ]
  for (const name of others) await writeFile(join(folder, name), '')
  await night('2026-11-27T03:00:00Z')
  expect(await listBackups()).toEqual([...others, 'understudy-0a1b2c3d-2026-11-27T03-00-00Z.backup'].sort())
})

test('a deleted account stays on the list as long as an older backup is kept', async () => {
  await writeFile(join(folder, 'understudy-2026-01-01T02-23-00Z.backup'), '')
  const erasedAt = new Date('2026-02-01T00:00:00Z')
  const row = { email: 'deleted-1@deleted.invalid', name: 'Deleted person', deleted_at: erasedAt }
  const { id } = await database.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await database.db.insertInto('restore_hold').values({ backup_at: new Date() }).execute()
  await night('2026-11-27T03:00:00Z')
  const text = await readFile(join(folder, 'erasures.json'), 'utf8')
  expect(JSON.parse(text)).toEqual([{ personId: id, erasedAt: erasedAt.toISOString() }])
})

test('backups of upgrades are deleted after two weeks, and those of another installation stay', async () => {
  const names = [
    'understudy-upgrade-2026-11-12T00-00-00Z.backup',
    'understudy-upgrade-2026-11-20T00-00-00Z.backup',
    'understudy-upgrade-ffffffff-2026-11-01T00-00-00Z.backup',
  ]
  for (const name of names) await writeFile(join(folder, name), '')
  await night('2026-11-27T03:00:00Z')
  expect(await listBackups()).toEqual(['understudy-2026-11-27T03-00-00Z.backup', ...names.slice(1)])
})

const inBucket = 'backups of nights in a bucket are whole, restorable, listed and deleted as in a folder'
test.skipIf(!hasSwift)(hasSwift ? inBucket : `${inBucket} (needs SWIFT)`, async () => {
  const swift = await startSwift()
  const { endpoint, region, bucket, key, secret } = swift.s3
  const client = createS3Client(swift.s3)
  const blank = await createEmptyDatabase()
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const old = 'understudy-2026-09-01T02-23-00Z.backup'
    for (const Key of [old, 'mine.backup']) await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    const url = new URL(`${endpoint}/${bucket}?region=${region}`)
    url.username = encodeURIComponent(key)
    url.password = encodeURIComponent(secret)
    const BACKUP_PASSPHRASE = 'correct horse battery staple'
    const settings = {
      MODE: 'demo',
      BACKUP_S3_URL: url.href,
      BACKUP_PASSPHRASE,
      SECRET: 'a secret of the tests, with enough characters',
    }
    const config = readConfig(settings)
    const row = {
      email: 'deleted-1@deleted.invalid',
      name: 'Deleted person',
      deleted_at: new Date('2026-11-26T00:00:00Z'),
    }
    await database.db.insertInto('person').values(row).execute()
    const nightAt = (now: string, signal?: AbortSignal) =>
      makeNightlyBackup({ ...database, databaseUrl: database.url, config, log, clock: () => new Date(now) }, signal)
    const list = async () =>
      (await client.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents!.map(({ Key }) => Key!)

    await expect(nightAt('2026-11-27T02:30:00Z', AbortSignal.abort())).rejects.toThrow()
    expect(await list()).not.toContain('understudy-2026-11-27T02-30-00Z.backup')
    await nightAt('2026-11-27T03:00:00Z')
    const made = 'understudy-2026-11-27T03-00-00Z.backup'
    expect(await list()).toEqual(['erasures.json', 'mine.backup', made])
    expect(await getBackupState(database.db)).toMatchObject({ file: `${endpoint}/${bucket}/${made}`, fault: null })

    const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: made }))
    const path = join(folder, made)
    await writeFile(path, Buffer.from(await object.Body!.transformToByteArray()))
    const restored = await restoreBackup({ url: blank.url, config, blobs: null }, path, BACKUP_PASSPHRASE)
    expect(restored.rows).toBeGreaterThan(10)
  } finally {
    client.destroy()
    await blank.close()
    await swift.stop()
  }
})
