/** Binds the catalogue's endpoints to its verbs. HTTP in, HTTP out. */
import { toWire } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { courseCards, courseDefinition, nextDates } from './catalogue.ts'
import { localPricing } from './local-pricing.ts'
import { cohortsOnSale, offerByCode } from './offers.ts'
import { findPromoCode } from './promo.ts'
import {
  course,
  courseCardData,
  courseListByPrefix,
  courseOffer,
  getLocalPricing,
  nextCourseDate,
  promoCode,
} from './wire.ts'

export function catalogApi(deps: Deps): Mounted[] {
  return [
    handle(nextCourseDate, async ({ query }) => {
      return answer(200, { data: await nextDates(deps, query.coursePrefixCodes, zoneOf(query)) })
    }),
    handle(courseCardData, async ({ query }) => {
      return answer(200, { data: await courseCards(deps, { codes: query.courseCodes, zone: zoneOf(query) }) })
    }),
    handle(course, async ({ params, query }) => {
      const found = await courseDefinition(deps, params.prefixCode, zoneOf(query))
      return found ? answer(200, { data: found }) : refuse({ code: 'COURSE_NOT_FOUND' })
    }),
    handle(courseListByPrefix, async ({ query }) => {
      const cohorts = await cohortsOnSale(deps, query.course_prefix_code, zoneOf(query))
      return cohorts.ok ? answer(200, { data: cohorts.value }) : refuse(cohorts.refusal)
    }),
    handle(courseOffer, async ({ query }) => {
      const offer = await offerByCode(deps, query.course_offer_code, zoneOf(query))
      return offer.ok ? answer(200, { data: offer.value }) : refuse(offer.refusal)
    }),
    handle(getLocalPricing, async ({ query: { countryCode, isBackConversion, amounts } }) => {
      const isBack = isBackConversion === 'true' || isBackConversion === '1'
      return answer(
        200,
        await localPricing(deps, { countryCode, isBackConversion: isBack, amounts: amounts?.split(',') }),
      )
    }),
    handle(promoCode, async ({ query, ip }) => {
      const found = await findPromoCode(deps, { ...query, ip })
      if (!found.ok) return refuse(found.refusal)
      const { code, off, minSeats, appliesTo, expiresAt, label } = found.value
      const worth =
        'percent' in off
          ? { discountType: 'percent_off' as const, discountValue: off.percent }
          : { discountType: 'amount_off' as const, discountValue: toWire(off.amount) }
      const scope = { ...appliesTo, codes: [...appliesTo.codes] }
      return answer(200, {
        data: {
          code,
          valid: true,
          ...worth,
          minSeats,
          appliesTo: scope,
          expiresAt: expiresAt?.toISOString() ?? null,
          label,
        },
      })
    }),
  ]
}

function zoneOf(query: { timezoneId?: string | undefined; timezone_id?: string | undefined }): string | undefined {
  return query.timezoneId ?? query.timezone_id
}
