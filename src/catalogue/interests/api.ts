/** Connects the endpoints of news about a course to their functions. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { confirmNews, leaveNews, readNews } from './course-news.ts'
import { leaveOwnNews } from './own-news.ts'
import { tellNow } from './tell-now.ts'
import * as wire from './wire.ts'

export function interestsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.courseNews, async ({ body, ip }) => toAnswer(await readNews(deps, { ...body, ip }))),
    handle(wire.confirmCourseNews, async ({ body, ip }) => toAnswer(await confirmNews(deps, { ...body, ip }))),
    handle(wire.leaveCourseNews, async ({ body, ip }) => toAnswer(await leaveNews(deps, { ...body, ip }))),
    handle(wire.sendCourseNews, async ({ actor, params, body, ...call }) => {
      const outcome = await tellNow(withOrigin(deps, call), actor, { courseCode: params.course, ...body })
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.leaveOwnNews, async ({ actor, params }) => {
      const outcome = await leaveOwnNews(deps, actor.personId, params.interestId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.leaveCourseNewsByOneClick, async ({ params, ip }) => {
      const outcome = await leaveNews(deps, { ...params, ip })
      return outcome.ok ? respond(200, { data: { isOff: true as const } }) : refuse(outcome.refusal)
    }),
  ]
}

const toAnswer = (outcome: Outcome<wire.CourseNews>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
