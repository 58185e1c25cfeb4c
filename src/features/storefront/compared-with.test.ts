import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Catalogue, openCatalogue } from '../../../tests/catalogue.ts'
import { courseDefinition } from '../catalog/catalogue.ts'
import { comparedWith } from './compared-with.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue()
})
afterAll(() => catalogue.close())

const compared = async (code: string, compareWith?: string[]) => {
  const course = (await courseDefinition(catalogue.world, code))!
  const asked = { ...course, ...(compareWith && { compareWith }) }
  return (await comparedWith(catalogue.world, asked)).map(({ coursePrefixCode }) => coursePrefixCode)
}

test('a page by a subject compares its own course first, then those that were named, then nothing', async () => {
  expect(await compared('DAPR')).toEqual(['DAPR', 'NG', 'VFX'])
  expect(await compared('MCOM')).toEqual(['MCOM', 'NG', 'MCOM2', 'MTIKPR'])
})

test('where none are named it is what is on sale, four at most, the own one once', async () => {
  expect(await compared('DAPR', [])).toEqual(['DAPR', 'NG', 'NSPR', 'MCOM'])
})

test('what is closed for good is not compared, and one course alone is no comparison', async () => {
  await sql`update course set withdrawn_at = now() where prefix_code = 'VFX'`.execute(catalogue.world.db)
  expect(await compared('DAPR')).toEqual(['DAPR', 'NG'])
  expect(await compared('DAPR', ['VFX'])).toEqual([])
})
