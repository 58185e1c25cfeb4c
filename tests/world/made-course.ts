/** A live course as its creator makes it in the studio. */
import { randomUUID } from 'node:crypto'
import { createCourse } from '#catalogue/drafts/create-course.ts'
import { loadDraft } from '#catalogue/drafts/load-draft.ts'
import { publishDraft } from '#catalogue/drafts/publish-draft.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { CourseRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { type ActingPerson, allowCourseMaking, putCourseRole } from '#people/roles/queries.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'

export const must = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}

async function givenPerson({ db }: Deps, name: string): Promise<ActingPerson> {
  const person = { email: `${randomUUID()}@understudy.test`, name }
  const { id } = await db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  return { personId: id, audience: 'learner' }
}

export async function givenMaker(world: Deps, name = 'Ines Valdez'): Promise<ActingPerson> {
  const person = await givenPerson(world, name)
  await world.db.transaction().execute((tx) => allowCourseMaking(tx, person.personId))
  return person
}

/** A person with a role in the course. */
export async function givenTeacher(world: Deps, courseCode: string, role: CourseRole): Promise<ActingPerson> {
  const person = await givenPerson(world, `A ${role}`)
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: person.personId, courseCode, role }))
  return person
}

export const readDraft = async (world: Deps, person: ActingPerson, courseCode: string): Promise<CourseDraft> =>
  must(await loadDraft(world, person, courseCode))

/** With price, date and seats, so that it can be published. */
export async function givenDraft(world: Deps, person: ActingPerson, title = 'Sketch the street'): Promise<string> {
  const { coursePrefixCode: courseCode } = must(
    await createCourse(world, person, {
      title,
      sentence: 'Two hours, one pencil, one corner.',
      deliveryType: 'live',
      timezoneId: 'Europe/London',
    }),
  )
  const { cohortCode } = (await readDraft(world, person, courseCode)).cohorts[0]!
  const dates = {
    timezoneId: 'Europe/London',
    sessions: [{ lessonKey: 'live-session', localStart: '2027-02-13T10:00', minutes: 120 }],
  }
  must(await changeCohort(world, person, { cohortCode, change: { price: '45', seats: 12, dates } }))
  return courseCode
}

export async function publishNow(world: Deps, person: ActingPerson, courseCode: string, note: string | null = null) {
  const { versions: units } = await readDraft(world, person, courseCode)
  return must(await publishDraft(world, person, { courseCode, units, note }))
}

/** Saves some fields of the unit `about`. */
export async function saveAbout(world: Deps, person: ActingPerson, courseCode: string, fields: object) {
  const { body, version } = (await readDraft(world, person, courseCode)).units.about
  return must(await saveUnit(world, person, { courseCode, unit: 'about', version, body: { ...body, ...fields } }))
}
