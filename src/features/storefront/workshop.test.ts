import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Catalogue, openCatalogue } from '../../../tests/catalogue.ts'
import { courseDefinition } from '../catalog/catalogue.ts'
import { workshopAt } from './workshop.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue()
  await catalogue.world.db
    .insertInto('course_creator')
    .values({ prefix_code: 'MCOM2', creator_slug: 'vera-falk', position: 5 })
    .execute()
})
afterAll(() => catalogue.close())

test.each([
  ['a workshop of its own leads on to its creator’s course', '/mika-osei/phone-film-weekend', 'MCOM2', 'MCOM'],
  ['a variant of a course leads on to the course itself', '/nina-reyes/one-evening', 'NG', 'NG'],
  ['one at the address of another who teaches it, to that one’s', '/vera-falk/phone-film-weekend', 'MCOM2', 'VFX'],
  ['a course at its own address is no workshop', '/nina-reyes', 'NG', undefined],
  ['nor is one by its subject', '/course/photography', 'DAPR', undefined],
])('%s', async (_what, path, code, whole) => {
  const { world } = catalogue
  const course = { ...(await courseDefinition(world, code))!, ...(code === 'MCOM2' && { url: path }) }
  expect((await workshopAt(world, path, course))?.whole?.coursePrefixCode).toBe(whole)
})

test('a creator with nothing else is left at that', async () => {
  const { world } = catalogue
  const course = { ...(await courseDefinition(world, 'NG'))!, url: '/nina-reyes/one-evening' }
  expect(await workshopAt(world, '/nina-reyes/one-evening', course)).toEqual({ whole: null })
})
