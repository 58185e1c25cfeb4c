/** Binds the catalogue's endpoints to its verbs. HTTP in, HTTP out. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { courseCards, courseDefinition, nextDates } from './catalogue.ts'
import { course, courseCardData, nextCourseDate } from './wire.ts'

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
  ]
}

function zoneOf(query: { timezoneId?: string | undefined; timezone_id?: string | undefined }): string | undefined {
  return query.timezoneId ?? query.timezone_id
}
