import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteOldWorkFolders } from './work-folders.ts'

test('a worker deletes the folders that killed workers left a day ago, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'understudy-work-'))
  for (const name of ['understudy-media-old', 'understudy-media-new', 'understudy-other']) {
    await mkdir(join(root, name))
    await writeFile(join(root, name, '0.m4s'), 'x')
  }
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const name of ['understudy-media-old', 'understudy-other'])
    await utimes(join(root, name), twoDaysAgo, twoDaysAgo)
  await deleteOldWorkFolders(root, new Date())
  expect((await readdir(root)).toSorted()).toEqual(['understudy-media-new', 'understudy-other'])
  await rm(root, { recursive: true })
})
