/** Connects the endpoints of promo codes to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createPromoCode, endPromoCode } from './edit-codes.ts'
import { listPromoCodes } from './list-codes.ts'
import * as wire from './wire.ts'

export function promoCodesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listPromoCodes, ({ actor, params, query }) =>
      listPromoCodes(deps, actor, { courseCode: params.course, after: query.after }),
    ),
    handle(wire.createPromoCode, ({ actor, params, body, ...call }) =>
      createPromoCode(withOrigin(deps, call), actor, { courseCode: params.course, promo: body }),
    ),
    handle(wire.endPromoCode, ({ actor, params: { course: courseCode, code }, ...call }) =>
      endPromoCode(withOrigin(deps, call), actor, { courseCode, code }),
    ),
  ]
}
