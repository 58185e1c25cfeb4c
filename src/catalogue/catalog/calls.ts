/** The browser's calls about courses on sale. */
import type { Client } from '#http/client.ts'
import * as wire from './wire.ts'

export const callCourseCards = (client: Client, courseCodes: string, timezoneId: string) =>
  client.call(wire.courseCardData, { query: { courseCodes, timezoneId, domainAccess: location.hostname } })

export const callNextDates = (client: Client, coursePrefixCodes: string, timezoneId: string) =>
  client.call(wire.nextCourseDate, { query: { coursePrefixCodes, timezoneId } })

export const callCohortsOnSale = (client: Client, coursePrefixCode: string, timezoneId: string) =>
  client.call(wire.courseListByPrefix, { query: { course_prefix_code: coursePrefixCode, timezone_id: timezoneId } })

export const callOffer = (client: Client, offerCode: string, timezoneId: string) =>
  client.call(wire.courseOffer, { query: { course_offer_code: offerCode, timezone_id: timezoneId } })

export const callPromoCode = (client: Client, code: string, courseCode: string) =>
  client.call(wire.promoCode, { query: { code, courseCode } })

export const callCourse = (client: Client, prefixCode: string) =>
  client.call(wire.course, { params: { prefixCode }, query: {} })
