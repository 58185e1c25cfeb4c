/** The browser's calls about courses on sale. */
import type { Client } from '#http/client.ts'
import * as wire from './wire.ts'

export const callCourseCards = (client: Client, courseCodes: string, timezoneId: string) =>
  client.call(wire.courseCardData, { query: { courseCodes, timezoneId } })

export const callNextDates = (client: Client, coursePrefixCodes: string, timezoneId: string) =>
  client.call(wire.nextCourseDate, { query: { coursePrefixCodes, timezoneId } })

export const callPromoCode = (client: Client, code: string, courseCode: string) =>
  client.call(wire.promoCode, { query: { code, courseCode } })
