import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { type Catalogue, createCatalogue } from '../../../tests/world/catalogue.ts'
import { getWorkshop } from './workshop.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
  await catalogue.world.db
    .insertInto('course_creator')
    .values({ course_code: 'MCOM2', creator_slug: 'vera-falk', position: 5 })
    .execute()
})
afterAll(() => catalogue.close())

test.each([
  ['a standalone workshop recommends its creator’s course', '/mika-osei/phone-film-weekend', 'MCOM2', 'MCOM'],
  ['a variant of a course recommends the course itself', '/nina-reyes/one-evening', 'NG', 'NG'],
  [
    'a workshop at a second teacher’s address recommends that teacher’s course',
    '/vera-falk/phone-film-weekend',
    'MCOM2',
    'VFX',
  ],
  ['a course at its own address is not a workshop', '/nina-reyes', 'NG', undefined],
  ['a course at its subject address is not a workshop', '/course/photography', 'DAPR', undefined],
])('%s', async (_what, path, code, fullCourseCode) => {
  const { world } = catalogue
  const course = { ...(await getCourseDefinition(world, code))!, ...(code === 'MCOM2' && { url: path }) }
  expect((await getWorkshop(world, path, course))?.fullCourse?.coursePrefixCode).toBe(fullCourseCode)
})

test('a creator without another course recommends none', async () => {
  const { world } = catalogue
  const course = { ...(await getCourseDefinition(world, 'NG'))!, url: '/nina-reyes/one-evening' }
  expect(await getWorkshop(world, '/nina-reyes/one-evening', course)).toEqual({ fullCourse: null })
})
