/** Connects the endpoints of a course's dates page to their verbs. */

import type { Deps } from '#http/deps.ts'
import { answerEffects } from '#http/effects/change-with-effects.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { addCohort } from './add-cohort.ts'
import { listCourseDates } from './list-course-dates.ts'
import { planSeries } from './plan-series.ts'
import * as wire from './wire.ts'

export function datesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listCourseDates, ({ actor, params }) => listCourseDates(deps, actor, params.course)),
    handle(wire.planSeries, ({ actor, params, body }) =>
      planSeries(deps, actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.addCohort, async ({ actor, params, body: { preview, effectsHash, ...cohort }, ...call }) =>
      answerEffects(
        await addCohort(withOrigin(deps, call), actor, { courseCode: params.course, cohort, preview, effectsHash }),
      ),
    ),
  ]
}
