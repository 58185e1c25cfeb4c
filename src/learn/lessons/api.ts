/** Connects the endpoints of lessons to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { loadCoursePeople } from './course-people.ts'
import { loadCourseRoom } from './course-room.ts'
import { loadLearnHome } from './learn-home.ts'
import { extendLearnerAccess } from './learners/extend-access.ts'
import { loadLessonFigures } from './learners/lesson-figures.ts'
import { listTaughtLessons } from './learners/list-taught-lessons.ts'
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
    handle(course.courseRoom, ({ actor, params, query }) =>
      loadCourseRoom(deps, actor, params.course, query.timezoneId ?? query.timezone_id),
    ),
    handle(course.searchCourse, ({ actor, params, query }) => searchLessons(deps, actor, params.course, query.q)),
    handle(course.listCoursePeople, ({ actor, params }) => loadCoursePeople(deps, actor, params.course)),
    handle(lesson.readLesson, ({ actor, params }) => loadLesson(deps, actor, params.lessonId)),
    handle(play.playLesson, ({ actor, params }) => playLesson(deps, actor, params.lessonId)),
    handle(play.playPreview, ({ params, body, ip }) => playPreview(deps, { courseCode: params.course, ...body, ip })),
    handle(readPreview, ({ params }) => loadPreview(deps, { courseCode: params.course, lessonKey: params.lessonKey })),
    handle(lesson.reportWatched, ({ actor, body }) => reportWatchedSeconds(deps, actor, body.reports)),
    handle(lesson.markLessonDone, ({ actor, params }) => markDone(deps, actor, params.lessonId)),
    handle(lesson.undoLessonDone, ({ actor, params }) => undoDone(deps, actor, params.lessonId)),
    handle(note.listNotes, ({ actor, params }) => loadNotes(deps, actor, params.lessonId)),
    handle(note.addNote, ({ actor, params, body }) => addLessonNote(deps, actor, { ...params, ...body })),
    handle(note.changeNote, ({ actor, params, body }) => changeLessonNote(deps, actor, { ...params, ...body })),
    handle(note.deleteNote, ({ actor, params }) => deleteLessonNote(deps, actor, params)),
    handle(learners.listTaughtLessons, ({ actor, params }) => listTaughtLessons(deps, actor, params.course)),
    handle(learners.readLessonFigures, ({ actor, params }) =>
      loadLessonFigures(deps, actor, { courseCode: params.course, lessonId: params.lessonId }),
    ),
    handle(learners.extendLearnerAccess, ({ actor, params, body, ...call }) =>
      extendLearnerAccess(withOrigin(deps, call), actor, {
        ...params,
        reason: body.reason,
        accessEndsAt: new Date(body.accessEndsAt),
      }),
    ),
  ]
}
