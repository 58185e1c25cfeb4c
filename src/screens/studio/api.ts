/** Connects the endpoints of the studio's frame to their verbs. */
import { findProfileSlug } from '#catalogue/catalog/queries/teacher-profile.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { requireCourseMaker } from '#people/roles/require-permission.ts'
import { listCalendar } from './list-calendar.ts'
import { listStudioCards } from './studio-cards.ts'
import { readTaughtCourse } from './taught-courses.ts'
import * as wire from './wire.ts'

export function studioApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listTaughtCourses, async ({ actor }) =>
      respond(200, {
        data: await listStudioCards(deps, actor),
        mayCreate: (await requireCourseMaker(deps.db, actor)).ok,
        profileSlug: await findProfileSlug(deps.db, actor.personId),
      }),
    ),
    handle(wire.listCalendar, ({ actor, query }) => listCalendar(deps, actor, query)),
    handle(wire.readTaughtCourse, ({ actor, params }) => readTaughtCourse(deps, actor, params.course)),
  ]
}
