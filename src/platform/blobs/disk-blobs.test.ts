import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#config/config.ts'
import { testBlobs } from '../../../tests/support/blob-promises.ts'
import { derivedKey, originalKey } from './blob-keys.ts'
import { type Blobs, isStorageFull } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'

const parent = mkdtempSync(join(tmpdir(), 'understudy-disk-'))
afterAll(() => rm(parent, { recursive: true, force: true }))

testBlobs('blobs on disk', async () => createDiskBlobs(join(parent, 'shared', 'blobs')))

let root: string
let blobs: Blobs
beforeEach(async () => {
  root = await mkdtemp(join(parent, 'blobs-'))
  blobs = createDiskBlobs(root)
})

test('other users can read neither folders nor files', async () => {
  const key = derivedKey(randomUUID(), 'poster', 1, 'poster.webp')
  await blobs.put(key, Buffer.from('x'))
  expect((await stat(join(root, key))).mode & 0o777).toBe(0o600)
  expect((await stat(join(root, 'derived'))).mode & 0o777).toBe(0o700)
})

test('the group can read files and folders for a web server that sends them, whatever the mask of the service', async () => {
  const mask = process.umask(0o077)
  try {
    const open = createDiskBlobs(join(root, 'open'), { isGroupReadable: true })
    const [written, moved] = ['0.m4s', '1.m4s'].map((name) => derivedKey(randomUUID(), 'video-360', 1, name)) as [
      string,
      string,
    ]
    await open.put(written, Buffer.from('x'))
    await writeFile(join(root, 'encoded'), 'x')
    await open.moveIn(moved, join(root, 'encoded'))
    for (const key of [written, moved]) {
      expect((await stat(join(root, 'open', key))).mode & 0o777).toBe(0o640)
      for (let folder = dirname(key); folder !== '.'; folder = dirname(folder))
        expect([folder, (await stat(join(root, 'open', folder))).mode & 0o777]).toEqual([folder, 0o750])
    }
    expect((await stat(join(root, 'open'))).mode & 0o777).toBe(0o750)
  } finally {
    process.umask(mask)
  }
})

test('a deletion removes the folders that become empty', async () => {
  const key = derivedKey(randomUUID(), 'poster', 1, 'poster.webp')
  await blobs.put(key, Buffer.from('x'))
  await blobs.delete(key)
  expect(await readdir(root)).toEqual([])
})

test('interrupted writes and foreign files are never listed, and old remains are deleted', async () => {
  const key = originalKey(randomUUID())
  await blobs.put(key, Buffer.from('x'))
  const remains = ['.0123456789abcdef.part', '.fedcba9876543210.part'].map((name) => join(root, 'original', name))
  for (const path of [...remains, join(root, 'original', '.DS_Store')]) await writeFile(path, 'half')
  await symlink('/etc/passwd', join(root, 'original', randomUUID()))
  await mkdir(join(root, 'lost+found'))
  await utimes(remains[0]!, new Date(0), new Date(0))

  expect(await Array.fromAsync(blobs.list(''))).toMatchObject([{ key }])
  expect(await blobs.deleteUnfinished(new Date(Date.now() - 60_000))).toBe(1)
  expect(await readdir(join(root, 'original'))).toHaveLength(4)
  expect(await blobs.deleteUnfinished(new Date(Date.now() + 60_000))).toBe(1)
})

test('the free space of the disk is known', async () => {
  const { free, total } = (await blobs.getFreeSpace())!
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThan(free)
})

test('a folder that cannot be created stops the start with the setting to change', async () => {
  await writeFile(join(root, 'file'), '')
  expect(() => createDiskBlobs(join(root, 'file', 'blobs'))).toThrow(StartupError)
  expect(() => createDiskBlobs(join(root, 'file'))).toThrow('BLOB_DIR')
  // Node's recursive mkdir never ends there.
  if (existsSync('/proc/self')) expect(() => createDiskBlobs('/proc/blobs')).toThrow('BLOB_DIR')
})

test.skipIf(!existsSync('/dev/full'))('a full disk is recognised (needs DEV_FULL)', async () => {
  expect(isStorageFull(await writeFile('/dev/full', 'x').catch((error) => error))).toBe(true)
  expect(isStorageFull(await writeFile(root, 'x').catch((error) => error))).toBe(false)
})
