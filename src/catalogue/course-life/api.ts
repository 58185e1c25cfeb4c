/** Connects the endpoints of a course's life to their verbs. */

import type { Deps } from '#http/deps.ts'
import { answerEffects } from '#http/effects/change-with-effects.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { deleteDraft } from './delete-draft.ts'
import { listVersions } from './list-versions.ts'
import { discardChanges, restoreVersion } from './replace-draft.ts'
import * as wire from './wire.ts'
import { reopenCourse, withdrawCourse } from './withdraw-course.ts'

export function courseLifeApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listVersions, ({ actor, params, query }) =>
      listVersions(deps, actor, { courseCode: params.course, before: query.before ?? null }),
    ),
    handle(wire.restoreVersion, ({ actor, params: { course: courseCode, number }, body }) =>
      restoreVersion(deps, actor, { courseCode, number, ...body }),
    ),
    handle(wire.discardChanges, ({ actor, params, body }) =>
      discardChanges(deps, actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.withdrawCourse, async ({ actor, params, body, ...call }) =>
      answerEffects(await withdrawCourse(withOrigin(deps, call), actor, { courseCode: params.course, ...body })),
    ),
    handle(wire.reopenCourse, ({ actor, params, ...call }) =>
      reopenCourse(withOrigin(deps, call), actor, params.course),
    ),
    handle(wire.deleteDraft, ({ actor, params, body, ...call }) =>
      deleteDraft(withOrigin(deps, call), actor, { courseCode: params.course, typedCode: body.code }),
    ),
  ]
}
