/** Binds the catalogue's endpoints to its verbs. */
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond, respondCached } from '#http/handle.ts'
import { isOwnHostName } from '#http/own-host-name.ts'
import { getCacheRule, RATE_CACHE_RULE } from './cache-rule.ts'
import { getCourseDefinition, listCourseCards, listNextDates } from './catalogue.ts'
import { convertPrices } from './local-pricing.ts'
import { getOfferByCode, listCohortsOnSale } from './offers.ts'
import { findPromoCode } from './promo-codes.ts'
import { getLocalPricing } from './wire/local-pricing.ts'
import { courseCardData, courseListByPrefix, courseOffer, nextCourseDate, readCourse, readPromoCode } from './wire.ts'

export function catalogApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(nextCourseDate, async ({ query: { coursePrefixCodes: codes, ...query } }) => {
      const { dates, shown } = await listNextDates(deps, codes, getTimeZone(query))
      return respondCached(200, { data: dates }, getCacheRule(deps.clock(), shown, codes))
    }),
    handle(courseCardData, async ({ query: { courseCodes: codes, domainAccess, ...query } }) => {
      // Not cached, because any text would be another entry.
      if (domainAccess && !isOwnHostName(deps.config, domainAccess)) return respondCached(200, { data: [] }, null)
      const cards = await listCourseCards(deps, { codes, zone: getTimeZone(query) })
      return respondCached(200, { data: cards }, getCacheRule(deps.clock(), cards, codes))
    }),
    handle(readCourse, async ({ params: { prefixCode }, query }) => {
      const definition = await getCourseDefinition(deps, prefixCode, getTimeZone(query))
      if (!definition) return refuse({ code: 'COURSE_NOT_FOUND' })
      return respondCached(200, { data: definition }, getCacheRule(deps.clock(), [definition], [prefixCode]))
    }),
    handle(courseListByPrefix, async ({ query: { course_prefix_code: code, ...query } }) => {
      const result = await listCohortsOnSale(deps, code, getTimeZone(query))
      if (!result.ok) return refuse(result.refusal)
      const { cohorts, shown } = result.value
      return respondCached(200, { data: cohorts }, getCacheRule(deps.clock(), [shown], [code]))
    }),
    handle(courseOffer, async ({ query: { course_offer_code: code, ...query } }) => {
      const result = await getOfferByCode(deps, code, getTimeZone(query))
      if (!result.ok) return refuse(result.refusal)
      const { offer, shown } = result.value
      return respondCached(200, { data: offer }, getCacheRule(deps.clock(), [shown], [code]))
    }),
    handle(getLocalPricing, async ({ query: { countryCode, isBackConversion, amounts } }) => {
      const isBack = isBackConversion === 'true' || isBackConversion === '1'
      const input = { countryCode, isBackConversion: isBack, amounts: amounts?.split(',') }
      return respondCached(200, await convertPrices(deps, input), RATE_CACHE_RULE)
    }),
    handle(readPromoCode, async ({ query, ip }) => {
      const result = await findPromoCode(deps, { ...query, cohortCode: query.courseCode, ip })
      if (!result.ok) return refuse(result.refusal)
      const { code, off, minSeats, appliesTo, expiresAt, label } = result.value
      const discount =
        'percent' in off
          ? { discountType: 'percent_off' as const, discountValue: off.percent }
          : { discountType: 'amount_off' as const, discountValue: toWire(off.amount) }
      const scope = { ...appliesTo, codes: [...appliesTo.codes] }
      return respond(200, {
        data: {
          code,
          valid: true,
          ...discount,
          minSeats,
          appliesTo: scope,
          expiresAt: expiresAt?.toISOString() ?? null,
          label,
        },
      })
    }),
  ]
}

function getTimeZone(query: { timezoneId?: string | undefined; timezone_id?: string | undefined }): string | undefined {
  return query.timezoneId ?? query.timezone_id
}
