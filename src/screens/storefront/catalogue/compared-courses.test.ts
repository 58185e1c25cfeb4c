import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { type Catalogue, createCatalogue } from '../../../../tests/world/catalogue.ts'
import { listComparedCourses } from './compared-courses.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const listComparedCodes = async (code: string, compareWith?: string[]) => {
  const course = (await getCourseDefinition(catalogue.world, code))!
  const input = { ...course, ...(compareWith && { compareWith }) }
  return (await listComparedCourses(catalogue.world, input)).map(({ coursePrefixCode }) => coursePrefixCode)
}

test('a general course page lists its own course first, then only the courses that its creator named', async () => {
  expect(await listComparedCodes('DAPR')).toEqual(['DAPR', 'NG', 'VFX'])
  expect(await listComparedCodes('MCOM')).toEqual(['MCOM', 'NG', 'MCOM2', 'MTIKPR'])
})

test('without named courses, courses on sale are compared: four at most, and the own course only once', async () => {
  expect(await listComparedCodes('DAPR', [])).toEqual(['DAPR', 'NG', 'NSPR', 'MCOM'])
})

test('a withdrawn course is not compared, and a single course makes no comparison', async () => {
  await sql`update course set withdrawn_at = now() where course_code = 'VFX'`.execute(catalogue.world.db)
  expect(await listComparedCodes('DAPR')).toEqual(['DAPR', 'NG'])
  expect(await listComparedCodes('DAPR', ['VFX'])).toEqual([])
})
