/** Binds the endpoints that give and move seats to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answerEffects } from '#http/effects/change-with-effects.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { giveFreeSeats } from './give-free-seats.ts'
import { listMoveTargets } from './list-targets.ts'
import { moveSeat } from './move-seat.ts'
import * as wire from './wire.ts'

export function learnerSeatsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listMoveTargets, ({ actor, params }) => listMoveTargets(deps, actor, params.enrolmentId)),
    handle(wire.moveSeat, async ({ actor, params, body, ...call }) =>
      answerEffects(await moveSeat(withOrigin(deps, call), actor, { ...params, ...body })),
    ),
    handle(wire.giveFreeSeats, ({ actor, params, body, ...call }) =>
      giveFreeSeats(withOrigin(deps, call), actor, { cohortCode: params.cohort, ...body }),
    ),
  ]
}
