import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readContent } from '#catalogue/catalog/files/content.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { createTestDatabase } from '../../tests/world/database.ts'
import { runNewCourse } from './new-course.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-new-course-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a new folder holds the smallest catalogue, which is imported', async () => {
  await runNewCourse(folder, 'new')
  expect((await readdir(folder)).sort()).toEqual(['courses', 'creators.yaml', 'promo-codes.yaml', 'refund-terms.yaml'])
  const database = await createTestDatabase()
  try {
    const imported = await importContent(database, folder, new Date())
    expect(imported).toMatchObject({ ok: true, value: { versions: [{ courseCode: 'NEW', number: 1 }] } })
  } finally {
    await database.close()
  }
})

test('it is the smallest: without any of its fields it is refused', async () => {
  await runNewCourse(folder, 'NEW')
  const path = join(folder, 'courses/new.yaml')
  const text = await readFile(path, 'utf8')
  const names = [...text.matchAll(/^(\w+):/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    await writeFile(path, text.replace(new RegExp(`^${name}:.*\\n([ ].*\\n)*`, 'm'), ''))
    const content = await readContent(folder, new Date())
    expect(content.ok ? 'accepted' : content.refusal.reason, name).toContain(`${name}: is missing`)
  }
})

test('in a folder with courses it adds one, by the first creator, and overwrites nothing', async () => {
  await runNewCourse(folder, 'NEW')
  await writeFile(
    join(folder, 'creators.yaml'),
    '- { slug: ana-cruz, name: Ana Cruz, initials: AC, biography: [ She. ] }\n',
  )
  const before = await readFile(join(folder, 'courses/new.yaml'), 'utf8')
  await expect(runNewCourse(folder, 'new')).rejects.toThrow('new.yaml is there already')
  await expect(runNewCourse(folder, 'N')).rejects.toThrow('N is no course code')
  expect(await readFile(join(folder, 'courses/new.yaml'), 'utf8')).toBe(before)
  await writeFile(join(folder, 'courses/new.yaml'), before.replace('your-name', 'ana-cruz'))
  await runNewCourse(folder, 'SND2')
  const added = await readFile(join(folder, 'courses/snd2.yaml'), 'utf8')
  expect(added).toContain('creators: [ ana-cruz ]\npages: [ /snd2 ]')
  expect(added).toContain('position: 2')
})
