/** Faults of a course's lessons that concern several fields or several lessons. */
import { getLessonKind, type ItemInput, type ReleaseInput } from './lesson-schema.ts'

type Path = readonly PropertyKey[]
type AddFault = (path: Path, message: string) => void
type Item = Pick<ItemInput, 'id' | 'release' | 'needs'>
type CheckedLessons = {
  delivery: 'live' | 'on-demand'
  curriculum: readonly { release: ReleaseInput; items: readonly ItemInput[] }[]
  proSessions: readonly Item[]
}

const MAX_MODULES = 50
const MAX_LESSONS = 500
const MAX_PRO_SESSIONS = 20

export function checkLessons(course: CheckedLessons, addFault: AddFault): void {
  const { delivery, curriculum, proSessions } = course
  if (curriculum.length > MAX_MODULES) addFault(['curriculum'], `has more than ${MAX_MODULES} groups`)
  if (curriculum.flatMap(({ items }) => items).length + proSessions.length > MAX_LESSONS)
    addFault(['curriculum'], `has more than ${MAX_LESSONS} lessons`)
  if (proSessions.length > MAX_PRO_SESSIONS) addFault(['proSessions'], `has more than ${MAX_PRO_SESSIONS} sessions`)
  if (delivery === 'on-demand' && proSessions.length > 0)
    addFault(['proSessions'], 'cannot be set for an on-demand course, because nothing dates them')
  for (const [group, { items }] of curriculum.entries())
    for (const [index, item] of items.entries())
      checkKind(item, delivery, (path, message) => addFault(['curriculum', group, 'items', index, ...path], message))
  checkOrder(course, addFault)
}

/** Each field belongs to some kinds of lessons, and some kinds need a field. */
function checkKind(item: ItemInput, delivery: CheckedLessons['delivery'], addFault: AddFault): void {
  const { kind, isPlanned } = getLessonKind(item, delivery)
  const isPlayed = kind === 'video' || kind === 'audio'
  if (kind === 'live' && delivery === 'on-demand')
    addFault(['kind'], 'cannot be live in an on-demand course, because nothing dates it')
  if (kind === 'live' && isPlanned) addFault(['planned'], 'cannot be set for a live session')
  if (item.media && !isPlayed) addFault(['media'], 'is only for the kinds video and audio')
  if (item.embed !== undefined && kind !== 'embed') addFault(['embed'], 'is only for the kind embed')
  if (item.files.length > 0 && !isPlayed && kind !== 'files')
    addFault(['files'], 'is only for the kinds video, audio and files')
  if (item.preview && !isPlayed && kind !== 'text') addFault(['preview'], 'is only for the kinds video, audio and text')
  for (const field of ['watchedPercent', 'allowMark'] as const)
    if (item[field] !== undefined && !isPlayed) addFault([field], 'is only for the kinds video and audio')
  for (const field of ['media', 'embed', 'watchedPercent', 'allowMark'] as const)
    if (isPlanned && item[field] !== undefined) addFault([field], 'cannot be set for a planned lesson')
  if (isPlanned && item.files.length > 0) addFault(['files'], 'cannot be set for a planned lesson')
  if (isPlanned) return
  if (isPlayed && !item.media) addFault([], 'needs its `media`, or `planned: true`')
  if (kind === 'embed' && item.embed === undefined) addFault([], 'needs its `embed`, or `planned: true`')
  if (kind === 'files' && item.files.length === 0) addFault([], 'needs its `files`, or `planned: true`')
}

/** Prerequisites come earlier, so no circle can exist. A session that opens a lesson is a session of this course. */
function checkOrder({ delivery, curriculum, proSessions }: CheckedLessons, addFault: AddFault): void {
  const sessionIds = new Set(
    [
      ...curriculum.flatMap(({ items }) => items.filter((item) => getLessonKind(item, delivery).kind === 'live')),
      ...proSessions,
    ].map(({ id }) => id),
  )
  const checkRelease = (release: ReleaseInput, path: Path) => {
    if (typeof release === 'string' || !('withSession' in release)) return
    if (delivery === 'on-demand')
      addFault([...path, 'release', 'withSession'], 'cannot be set for an on-demand course, which has no sessions')
    else if (!sessionIds.has(release.withSession))
      addFault([...path, 'release', 'withSession'], `\`${release.withSession}\` is not a live session of this course`)
  }
  const earlier = new Set<string>()
  const checkItem = ({ id, release, needs }: Item, path: Path) => {
    checkRelease(release, path)
    for (const [index, need] of needs.entries()) {
      if (!earlier.has(need)) addFault([...path, 'needs', index], `\`${need}\` is not an earlier lesson of this course`)
      else if (needs.indexOf(need) < index) addFault([...path, 'needs', index], `\`${need}\` is listed twice`)
    }
    earlier.add(id)
  }
  for (const [group, { release, items }] of curriculum.entries()) {
    checkRelease(release, ['curriculum', group])
    for (const [index, item] of items.entries()) checkItem(item, ['curriculum', group, 'items', index])
  }
  for (const [index, item] of proSessions.entries()) checkItem(item, ['proSessions', index])
}
