/** Loads a lesson with its course. A lesson that is closed has a state of the page and not a failure. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { getKnownLessonId, rememberLessons } from '../browser/known-lessons.ts'
import type { RoomLesson } from '../parts/course-words.ts'
import { type LoadedRoom, loadRoom } from '../room/load-room.ts'
import type { CourseRoom } from '../wire/course.ts'
import { type LessonPage, readLesson } from '../wire/lesson.ts'
import { type Playback, playLesson } from '../wire/play.ts'
import type { TextNode } from '../wire/text.ts'

/**
 * `closed`: access or the release keeps it closed, and `lesson` says why. `unknown`: the course has no such lesson.
 * `playback`: the addresses of files and images, which a lesson without a player shows at once.
 */
export type LoadedLesson =
  | { is: 'lesson'; room: CourseRoom; lesson: LessonPage; playback: Playback | null }
  | { is: 'closed'; room: CourseRoom; lesson: RoomLesson }
  | { is: 'unknown'; room: CourseRoom }
  | Exclude<LoadedRoom, { is: 'room' }>

type Input = { client: Client; as: SignedInAudience; courseCode: string; lessonKey: string }

export async function loadLesson(input: Input): Promise<LoadedLesson> {
  const { client, as, courseCode, lessonKey } = input
  const knownId = getKnownLessonId(courseCode, lessonKey)
  const early = knownId ? client.call(readLesson, { auth: as, params: { lessonId: knownId } }) : null
  const loaded = await loadRoom(client, as, courseCode)
  if (loaded.is !== 'room') return loaded
  const { room } = loaded
  rememberLessons(room)
  const outlined = room.modules.flatMap(({ lessons }) => lessons).find(({ key }) => key === lessonKey)
  const lessonId = outlined?.lessonId ?? room.withdrawn.find(({ key }) => key === lessonKey)?.lessonId
  if (!lessonId) return { is: 'unknown', room }
  const isOpen = room.access.state === 'open' && (!outlined || outlined.release.state === 'open')
  if (!isOpen) return outlined ? { is: 'closed', room, lesson: outlined } : { is: 'unknown', room }
  const response = await (lessonId === knownId && early
    ? early
    : client.call(readLesson, { auth: as, params: { lessonId } }))
  if (outlined && response.status === 403) return { is: 'closed', room, lesson: outlined }
  const lesson = requireBody(response).data
  return { is: 'lesson', room, lesson, playback: await loadPlayback(client, as, lesson) }
}

/** A player asks for the addresses at the first "play". Other lessons need them for files and images. */
async function loadPlayback(client: Client, as: SignedInAudience, lesson: LessonPage): Promise<Playback | null> {
  const { content, files, lessonId } = lesson
  if (!content || content.kind === 'video' || content.kind === 'audio') return null
  if (files.length === 0 && !hasImage(content.text)) return null
  const response = await client.call(playLesson, { auth: as, params: { lessonId } })
  return response.error === null ? response.data.data : null
}

function hasImage(nodes: readonly TextNode[]): boolean {
  return nodes.some((node) => typeof node !== 'string' && (node.tag === 'img' || hasImage(node.children)))
}
