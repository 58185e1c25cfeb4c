/** Makes a course as a draft: its row, its creator, its first units, and one cohort. docs/contract §36. */

import type { UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import { insertCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import { insertDraftCourse, putRefundPolicy } from '#catalogue/catalog/queries/published-course.ts'
import { findProfileSlug, insertProfile } from '#catalogue/catalog/queries/teacher-profile.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isReserved } from '#http/site-routes.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { requireCourseMaker } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { createFirstUnits, findFreeSlug, getInitials, proposeCodes, toSlug } from './new-course.ts'
import { listDraftedPages, listTakenPages, putDraftRow } from './queries.ts'

export type CreateCourseInput = {
  title: string
  /** One sentence about it. */
  sentence: string
  deliveryType: 'live' | 'on-demand'
  /** 2 to 12 of A–Z and 0–9. Undefined: the first free one that is proposed for the title. */
  code?: string | undefined
  /** Of its dates, if the site has no zone of its own. */
  timezoneId: string
}

/** Refuses `CODE_TAKEN` for a chosen code that another course has, or had. */
export async function createCourse(
  deps: Deps,
  person: ActingPerson,
  input: CreateCourseInput,
): Promise<Outcome<{ coursePrefixCode: string }>> {
  return inOneTransaction(deps.db, (tx) => createCourseIn(deps, tx, person, input))
}

/** The same in a transaction of the caller. @param completeUnits returns the units with texts that the course begins with */
export async function createCourseIn(
  deps: Pick<Deps, 'config' | 'origin' | 'site'>,
  tx: Tx,
  person: ActingPerson,
  input: CreateCourseInput,
  completeUnits: (units: UnitBodies) => UnitBodies = (units) => units,
): Promise<Outcome<{ coursePrefixCode: string }>> {
  const permitted = await requireCourseMaker(tx, person)
  if (!permitted.ok) return permitted
  const courseCode = await takeCode(deps, tx, input)
  if (courseCode === null) return refused('CODE_TAKEN')
  const { personId } = person
  const { timezoneId, refundPolicy } = deps.site.current
  await putCourseRole(tx, { personId, courseCode, role: 'creator' })
  await putRefundPolicy(tx, { course_code: courseCode, refund_policy: refundPolicy })
  await addFirstCohort(tx, courseCode, { ...input, timezoneId: timezoneId ?? input.timezoneId })
  const units = completeUnits(
    createFirstUnits({
      ...input,
      courseCode,
      teacherSlug: await getProfile(tx, personId),
      page: await proposePage(tx, courseCode, input.title),
    }),
  )
  for (const [unit, body] of Object.entries(units))
    await putDraftRow(tx, { courseCode, unit, version: 1, body, personId })
  await recordEvent(deps, tx, {
    actor: { kind: person.audience, id: personId },
    action: 'course-created',
    object: { kind: 'course', id: courseCode },
    details: { deliveryType: input.deliveryType },
  })
  return accepted({ coursePrefixCode: courseCode })
}

/** Inserts the course under the chosen code, else under the first free one. Null: the chosen code is taken. */
export async function takeCode(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { code, title, deliveryType }: CreateCourseInput,
): Promise<string | null> {
  const kind = deliveryType === 'live' ? ('workshop' as const) : ('course' as const)
  for (const courseCode of code === undefined ? proposeCodes(title) : [code]) {
    if (config.excludedCourseCodes.includes(courseCode)) continue
    if (await insertDraftCourse(tx, { courseCode, title, kind, deliveryType })) return courseCode
  }
  return null
}

/** `SKETCH-1`, or the next number that is free. An on-demand cohort has the code of its course. */
export async function addFirstCohort(
  tx: Tx,
  courseCode: string,
  { deliveryType, timezoneId }: Pick<CreateCourseInput, 'deliveryType' | 'timezoneId'>,
): Promise<string> {
  const cohort = { courseCode, timezoneId }
  if (deliveryType === 'on-demand') {
    if (await insertCohort(tx, { ...cohort, cohortCode: courseCode, state: 'open' })) return courseCode
  } else {
    for (let number = 1; number < 100; number++) {
      const cohortCode = `${courseCode}-${number}`
      if (await insertCohort(tx, { ...cohort, cohortCode, state: 'announced' })) return cohortCode
    }
  }
  throw new Error(`no free code for a cohort of ${courseCode}`)
}

/** The slug of the person's profile, which is made from the account the first time. */
async function getProfile(tx: Tx, personId: string): Promise<string> {
  const existing = await findProfileSlug(tx, personId)
  if (existing) return existing
  const { name } = (await personById(tx, personId))!
  const base = toSlug(name, 'teacher')
  for (let attempt = 1; attempt < 1000; attempt++) {
    const slug = attempt === 1 ? base : `${base}-${attempt}`
    if (isReserved(slug)) continue
    if (await insertProfile(tx, { slug, name, initials: getInitials(name), personId })) return slug
    const made = await findProfileSlug(tx, personId)
    if (made) return made
  }
  throw new Error(`no free slug for ${base}`)
}

/** `/sketch-the-street`, or with a number where another course has that address. */
export async function proposePage(tx: Tx, courseCode: string, title: string): Promise<string> {
  const slug = toSlug(title, courseCode)
  const candidates = [`/${slug}`, ...Array.from({ length: 98 }, (_, index) => `/${slug}-${index + 2}`)]
  const taken = [...(await listTakenPages(tx, courseCode, candidates)), ...(await listDraftedPages(tx, candidates))]
  return `/${findFreeSlug(slug, (one) => isReserved(one) || taken.includes(`/${one}`))}`
}
