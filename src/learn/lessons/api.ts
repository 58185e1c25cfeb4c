/** Connects the endpoints of lessons to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { loadCoursePeople } from './course-people.ts'
import { loadCourseRoom } from './course-room.ts'
import { loadLearnHome } from './learn-home.ts'
import { extendLearnerAccess } from './learners/extend-access.ts'
import { loadLessonFigures } from './learners/lesson-figures.ts'
import { loadLearners } from './learners/list-learners.ts'
import { markDone, undoDone } from './mark-done.ts'
import { addLessonNote, changeLessonNote, deleteLessonNote, loadNotes } from './notes.ts'
import { playLesson, playPreview } from './playback/play.ts'
import { loadLesson } from './read-lesson.ts'
import { loadPreview } from './read-preview.ts'
import { reportWatchedSeconds } from './report-watched.ts'
import { searchLessons } from './search-course.ts'
import * as course from './wire/course.ts'
import * as learners from './wire/learners.ts'
import * as lesson from './wire/lesson.ts'
import * as note from './wire/notes.ts'
import * as play from './wire/play.ts'
import { readPreview } from './wire/preview.ts'

export function lessonsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(course.learnHome, async ({ actor }) => respond(200, { data: await loadLearnHome(deps, actor) })),
    handle(course.courseRoom, async ({ actor, params, query }) =>
      toResponse(await loadCourseRoom(deps, actor, params.course, query.timezoneId ?? query.timezone_id)),
    ),
    handle(course.searchCourse, async ({ actor, params, query }) =>
      toResponse(await searchLessons(deps, actor, params.course, query.q)),
    ),
    handle(course.listCoursePeople, async ({ actor, params }) =>
      toResponse(await loadCoursePeople(deps, actor, params.course)),
    ),
    handle(lesson.readLesson, async ({ actor, params }) => toResponse(await loadLesson(deps, actor, params.lessonId))),
    handle(play.playLesson, async ({ actor, params }) => toResponse(await playLesson(deps, actor, params.lessonId))),
    handle(play.playPreview, async ({ params, body, ip }) =>
      toResponse(await playPreview(deps, { courseCode: params.course, assetId: body.assetId, ip })),
    ),
    handle(readPreview, async ({ params }) =>
      toResponse(await loadPreview(deps, { courseCode: params.course, lessonKey: params.lessonKey })),
    ),
    handle(lesson.reportWatched, async ({ actor, body }) =>
      toResponse(await reportWatchedSeconds(deps, actor, body.reports)),
    ),
    handle(lesson.markLessonDone, async ({ actor, params }) =>
      toResponse(await markDone(deps, actor, params.lessonId)),
    ),
    handle(lesson.undoLessonDone, async ({ actor, params }) =>
      toResponse(await undoDone(deps, actor, params.lessonId)),
    ),
    handle(note.listNotes, async ({ actor, params }) => toResponse(await loadNotes(deps, actor, params.lessonId))),
    handle(note.addNote, async ({ actor, params, body }) =>
      toResponse(await addLessonNote(deps, actor, { ...params, ...body })),
    ),
    handle(note.changeNote, async ({ actor, params, body }) =>
      toResponse(await changeLessonNote(deps, actor, { ...params, ...body })),
    ),
    handle(note.deleteNote, async ({ actor, params }) => toResponse(await deleteLessonNote(deps, actor, params))),
    handle(learners.listLearners, async ({ actor, params, query }) =>
      toResponse(await loadLearners(deps, actor, { courseCode: params.course, ...query })),
    ),
    handle(learners.readLessonFigures, async ({ actor, params }) =>
      toResponse(await loadLessonFigures(deps, actor, { courseCode: params.course, lessonId: params.lessonId })),
    ),
    handle(learners.extendLearnerAccess, async ({ actor, params, body, ...call }) =>
      toResponse(
        await extendLearnerAccess(withOrigin(deps, call), actor, {
          ...params,
          reason: body.reason,
          accessEndsAt: new Date(body.accessEndsAt),
        }),
      ),
    ),
  ]
}

const toResponse = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
