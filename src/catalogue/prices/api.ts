/** Connects the endpoints of prices to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { changeGroupDiscount } from './change-group-discount.ts'
import { changeRefundPolicy } from './change-refund-policy.ts'
import { addOffer, changeOffer, endOffer } from './edit-offers.ts'
import { loadPrices } from './load-prices.ts'
import * as wire from './wire.ts'

export function pricesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.readPrices, ({ actor, params }) => loadPrices(deps, actor, params.course)),
    handle(wire.changeRefundPolicy, ({ actor, params, body, ...call }) =>
      changeRefundPolicy(withOrigin(deps, call), actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.changeGroupDiscount, ({ actor, params, body, ...call }) =>
      changeGroupDiscount(withOrigin(deps, call), actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.addOffer, ({ actor, params, body, ...call }) =>
      addOffer(withOrigin(deps, call), actor, { cohortCode: params.cohort, offer: body }),
    ),
    handle(wire.changeOffer, ({ actor, params, body, ...call }) =>
      changeOffer(withOrigin(deps, call), actor, { offerCode: params.offer, change: body }),
    ),
    handle(wire.endOffer, ({ actor, params, ...call }) => endOffer(withOrigin(deps, call), actor, params.offer)),
  ]
}
