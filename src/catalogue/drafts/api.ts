/** Connects the endpoints of drafts to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createCourse } from './create-course.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { loadDraft, loadUnit } from './load-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { readPublication } from './read-publication.ts'
import { saveUnit } from './save-unit.ts'
import * as wire from './wire.ts'

export function draftsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.createCourse, ({ actor, body, ...call }) => createCourse(withOrigin(deps, call), actor, body)),
    handle(wire.duplicateCourse, ({ actor, params, body, ...call }) =>
      duplicateCourse(withOrigin(deps, call), actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.readCourseDraft, ({ actor, params }) => loadDraft(deps, actor, params.course)),
    handle(wire.readUnit, ({ actor, params: { course: courseCode, unit } }) =>
      loadUnit(deps, actor, { courseCode, unit }),
    ),
    handle(wire.saveUnit, ({ actor, params: { course: courseCode, unit }, body }) =>
      saveUnit(deps, actor, { courseCode, unit, ...body }),
    ),
    handle(wire.publishDraft, ({ actor, params, body: { note, ...body }, ...call }) =>
      publishDraft(withOrigin(deps, call), actor, { courseCode: params.course, ...body, note: note || null }),
    ),
    handle(wire.readPublication, ({ actor, params }) => readPublication(deps, actor, params.course)),
  ]
}
