import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { findAddressClashes } from './address-clashes.ts'
import { importContent } from './files/import.ts'
import { listAddresses } from './queries/addresses.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await importContent(database, 'content', new Date('2026-11-21T09:00:00Z'))
})
afterAll(() => database.close())

test('the demo has no clashing addresses', async () => {
  const addresses = await listAddresses(database.db)
  expect(new Set(addresses.map(({ kind }) => kind))).toEqual(new Set(['course', 'creator']))
  expect(findAddressClashes(addresses)).toEqual([])
})

test('a reserved address and a former address of another course are named', async () => {
  const { db } = database
  const { path } = await db
    .selectFrom('course_page')
    .select('path')
    .where('course_code', '=', 'MCOM')
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  await db.insertInto('creator').values({ slug: 'studio', name: 'Demo Person', initials: 'DP' }).execute()
  await db.insertInto('course_page').values({ path: '/media/mcom', course_code: 'MCOM', position: 9 }).execute()
  const former = ['/old-address', path, '/portal/ng']
  await db
    .insertInto('course_redirect')
    .values(former.map((one) => ({ path: one, course_code: 'NG' })))
    .execute()
  await db.insertInto('course_redirect').values({ path: '/media/mcom', course_code: 'MCOM' }).execute()
  expect(findAddressClashes(await listAddresses(db)).sort()).toEqual(
    [
      '/media/mcom of MCOM is reserved for the site',
      '/media/mcom of MCOM is reserved for the site',
      '/portal/ng of NG is reserved for the site',
      '/studio of a creator is reserved for the site',
      `${path} led to NG and now shows MCOM`,
    ].sort(),
  )
})
