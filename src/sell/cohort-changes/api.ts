/** Binds the endpoints that change dates and seats to their verbs. */

import type { Deps } from '#http/deps.ts'
import { answerEffects } from '#http/effects/change-with-effects.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { cancelTaughtCohort } from './cancel-taught-cohort.ts'
import { changeCohort } from './change-cohort.ts'
import { cancelSession, moveSession } from './change-session.ts'
import { dateCohort } from './date-cohort.ts'
import * as wire from './wire.ts'

export function cohortChangesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.changeCohort, async ({ actor, params, body: { preview, effectsHash, ...change }, ...call }) =>
      answerEffects(
        await changeCohort(withOrigin(deps, call), actor, { cohortCode: params.cohort, change, preview, effectsHash }),
      ),
    ),
    handle(wire.dateCohort, async ({ actor, params, body: { preview, effectsHash, ...series }, ...call }) =>
      answerEffects(
        await dateCohort(withOrigin(deps, call), actor, { cohortCode: params.cohort, series, preview, effectsHash }),
      ),
    ),
    handle(wire.cancelTaughtCohort, async ({ actor, params, body, ...call }) =>
      answerEffects(await cancelTaughtCohort(withOrigin(deps, call), actor, { cohortCode: params.cohort, ...body })),
    ),
    handle(wire.moveSession, async ({ actor, params, body, ...call }) =>
      answerEffects(await moveSession(withOrigin(deps, call), actor, { ...params, ...body })),
    ),
    handle(wire.cancelSession, async ({ actor, params, body, ...call }) =>
      answerEffects(await cancelSession(withOrigin(deps, call), actor, { ...params, ...body })),
    ),
  ]
}
