/** Connects the endpoints of live sessions to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, redirect, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { joinSession as joinSessionEndpoint } from '#learn/lessons/wire/join.ts'
import { endCalendarFeed, getCalendarFeed, putCalendarFeed } from './calendar-feed.ts'
import { goToMeeting, joinSession } from './join-session.ts'
import { changeSession, loadTaughtSessions } from './manage-session.ts'
import { loadAttendance, markAttendance } from './mark-attendance.ts'
import { playRecording } from './play-recording.ts'
import { loadOwnSessions, loadSession } from './read-session.ts'
import * as feed from './wire/calendar-feed.ts'
import * as learn from './wire/learn.ts'
import * as studio from './wire/studio.ts'

export function liveApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(learn.listOwnSessions, async ({ actor }) =>
      respond(200, { data: await loadOwnSessions(deps, actor.personId) }),
    ),
    handle(learn.readSession, ({ actor, params }) => loadSession(deps, actor, params.sessionId)),
    handle(joinSessionEndpoint, ({ actor, params }) => joinSession(deps, actor, params.sessionId)),
    handle(learn.goToMeeting, async ({ params, query }) => {
      const outcome = await goToMeeting(deps, { ...params, ...query })
      return outcome.ok ? redirect(outcome.value.meetingUrl) : refuse(outcome.refusal)
    }),
    handle(learn.playRecording, ({ actor, params }) => playRecording(deps, actor, params.sessionId)),
    handle(feed.readCalendarFeed, async ({ actor }) =>
      respond(200, { data: { url: await getCalendarFeed(deps, actor.personId) } }),
    ),
    handle(feed.putCalendarFeed, async ({ actor, body }) =>
      respond(200, { data: { url: await putCalendarFeed(deps, actor.personId, body.renew) } }),
    ),
    handle(feed.endCalendarFeed, async ({ actor }) => {
      await endCalendarFeed(deps, actor.personId)
      return respond(204, undefined)
    }),
    handle(studio.listTaughtSessions, ({ actor, params }) => loadTaughtSessions(deps, actor, params.course)),
    handle(studio.changeMeeting, ({ actor, params, body, ...call }) =>
      changeSession(withOrigin(deps, call), actor, { ...params, ...body }),
    ),
    handle(studio.listAttendance, ({ actor, params }) => loadAttendance(deps, actor, params.sessionId)),
    handle(studio.markAttendance, ({ actor, params, body, ...call }) =>
      markAttendance(withOrigin(deps, call), actor, { ...params, ...body }),
    ),
  ]
}
