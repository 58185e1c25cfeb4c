/** Connects the endpoints of the studio's frame to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { listTaughtCourses, readTaughtCourse } from './taught-courses.ts'
import * as wire from './wire.ts'

export function studioApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listTaughtCourses, async ({ actor }) => respond(200, { data: await listTaughtCourses(deps, actor) })),
    handle(wire.readTaughtCourse, async ({ actor, params }) => {
      const outcome = await readTaughtCourse(deps, actor, params.course)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
