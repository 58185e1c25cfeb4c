/** What a learner sees after a course, loaded by the browser's client from a real server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { completeCourse, setCertificateRule } from '../../../../tests/world/certificates.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../../tests/world/learner.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { loadFinish } from './load-finish.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
  vi.stubGlobal('location', new URL(setup.world.config.publicUrl))
})
afterAll(() => {
  vi.unstubAllGlobals()
  return setup.close()
})

const getPrefix = (cohortCode: string) => cohortCode.slice(0, cohortCode.lastIndexOf('-'))
const load = ({ client }: Learner, cohortCode: string) =>
  loadFinish({ client, as: 'learner', courseCode: getPrefix(cohortCode).toLowerCase(), timeZone: 'UTC' })
async function nameBeside(cohortCode: string, others: string[]): Promise<void> {
  const codes = JSON.stringify(others.map(getPrefix))
  await sql`update course set definition = jsonb_set(definition, '{compareWith}', ${codes}::jsonb)
    where course_code = ${getPrefix(cohortCode)}`.execute(setup.world.db)
}

test('a finished course leads to its certificate, and to named courses on sale in which the learner has no seat', async () => {
  const [finished, taken, onSale, closed] = [
    await givenCourse(setup.world),
    await givenCourse(setup.world),
    await givenCourse(setup.world),
    await givenCourse(setup.world, { startsInDays: -3 }),
  ]
  await nameBeside(finished, [closed, taken, finished, onSale])
  const learner = await createLearner(setup, finished, taken)
  await setCertificateRule(setup.world, getPrefix(finished))
  await completeCourse(setup.world, learner.personId, getPrefix(finished))
  const loaded = await load(learner, finished)
  expect(loaded).toMatchObject({ is: 'finished', certificate: { state: 'issued', courseTitle: 'A course' } })
  expect(loaded.is === 'finished' && loaded.others.map(({ coursePrefixCode }) => coursePrefixCode)).toEqual([
    getPrefix(onSale),
  ])
})

test('a course without certificates has none to show, and one that is not finished has no finish screen', async () => {
  const [finished, begun] = [await givenCourse(setup.world), await givenCourse(setup.world)]
  const learner = await createLearner(setup, finished, begun)
  await setCertificateRule(setup.world, getPrefix(finished), { mode: 'off' })
  await completeCourse(setup.world, learner.personId, getPrefix(finished))
  expect(await load(learner, finished)).toMatchObject({ is: 'finished', certificate: null, others: [] })
  expect(await load(learner, begun)).toMatchObject({ is: 'room', room: { completion: null } })
})

test('a learner without a seat finds no finish screen', async () => {
  const cohortCode = await givenCourse(setup.world)
  expect(await load(await createLearner(setup), cohortCode)).toMatchObject({
    is: 'missing',
    course: { title: 'A course' },
  })
})
