/** The courses that a person teaches. docs/contract §19 and §21. */

import { readDefinition } from '#catalogue/catalog/files/definition.ts'
import { createPhotoSources } from '#catalogue/catalog/pictures/photo-sources.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { ACTIONS, type CourseRole, can, isAdminRole, type SiteRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { getSiteRole } from '#people/roles/queries.ts'
import { listStudioCourses, type StudioCourseRow } from './queries.ts'
import type { StudioCourse } from './wire.ts'

/** By their next session. An admin session with a site role lists every course. */
export async function listTaughtCourses(
  deps: Deps,
  person: ActingPerson,
  filter: { courseCode?: string } = {},
): Promise<StudioCourse[]> {
  const { personId, audience } = person
  const site = audience === 'admin' ? await getSiteRole(deps.db, personId) : null
  const rows = await listStudioCourses(deps.db, { personId, isEveryCourse: isAdminRole(site), ...filter }, deps.clock())
  return rows.map((row) => toStudioCourse(row, site))
}

export async function readTaughtCourse(
  deps: Deps,
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<StudioCourse>> {
  const [course] = await listTaughtCourses(deps, person, { courseCode })
  return course ? accepted(course) : refused('COURSE_NOT_FOUND')
}

function toStudioCourse(row: StudioCourseRow, site: SiteRole | null): StudioCourse {
  const { course_code: coursePrefixCode, next_starts_at: startsAt } = row
  const { images } = readDefinition(row.images ? { images: row.images } : {})
  const roles = { site, course: row.role as CourseRole | null }
  return {
    coursePrefixCode,
    title: row.title,
    deliveryType: row.delivery_type,
    teachers: row.teachers,
    state: row.withdrawn_at ? 'withdrawn' : row.published_at ? 'published' : 'draft',
    // The picture of a draft has no address.
    poster: row.cover
      ? createPhotoSources(coursePrefixCode, row.cover).src
      : row.published_at
        ? `/art/${coursePrefixCode}.svg`
        : createInlinePoster({ poster: '', ...images }),
    hue: images.hue,
    actions: ACTIONS.filter((action) => can(roles, action)),
    nextSession: startsAt && {
      title: row.next_title!,
      startsAt: startsAt.toISOString(),
      endsAt: row.next_ends_at!.toISOString(),
      timezoneId: row.next_timezone_id!,
      hasMeeting: row.next_has_meeting!,
    },
  }
}
