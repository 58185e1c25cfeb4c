/** Connects the endpoints of news about a course to their functions. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { confirmNews, leaveNews, readNews } from './course-news.ts'
import { leaveOwnNews } from './own-news.ts'
import { tellNow } from './tell-now.ts'
import * as wire from './wire.ts'

export function interestsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.readCourseNews, ({ body, ip }) => readNews(deps, { ...body, ip })),
    handle(wire.confirmCourseNews, ({ body, ip }) => confirmNews(deps, { ...body, ip })),
    handle(wire.leaveCourseNews, ({ body, ip }) => leaveNews(deps, { ...body, ip })),
    handle(wire.sendCourseNews, ({ actor, params, body, ...call }) =>
      tellNow(withOrigin(deps, call), actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.leaveOwnNews, ({ actor, params }) => leaveOwnNews(deps, actor.personId, params.interestId)),
    handle(wire.leaveCourseNewsByOneClick, async ({ params, ip }) => {
      const outcome = await leaveNews(deps, { ...params, ip })
      return outcome.ok ? respond(200, { data: { isOff: true as const } }) : refuse(outcome.refusal)
    }),
  ]
}
