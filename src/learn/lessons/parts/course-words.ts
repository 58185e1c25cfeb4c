/** Sentences about lessons and progress that several pages share. */
import { formatClock } from '../player/controls/format-clock.ts'
import type { CourseRoom } from '../wire/course.ts'

export type RoomModule = CourseRoom['modules'][number]
export type RoomLesson = RoomModule['lessons'][number]

/** `09:14` for a file, else `12 min`. */
export function formatLength({ durationSeconds, minutes }: Pick<RoomLesson, 'durationSeconds' | 'minutes'>): string {
  return durationSeconds === null ? `${minutes} min` : formatClock(durationSeconds)
}

/** `11 min left`, and `19 s left` below a minute. */
export function formatLeft(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s left` : `${formatMinutes(Math.ceil(seconds / 60))} left`
}

/** `3 h 5 min` */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** `Lessons 5 of 14 · Sessions 1 of 8`: only the parts that the course has. */
export function formatParts({ lessons, sessions }: Pick<CourseRoom['progress'], 'lessons' | 'sessions'>): string {
  const parts = [
    lessons.total > 0 && `Lessons ${lessons.complete} of ${lessons.total}`,
    sessions.total > 0 && `Sessions ${sessions.complete} of ${sessions.total}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** `4 KB`, `2.5 MB` */
export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB']
  let value = bytes / 1000
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  const rounded = value >= 10 || unit === 0 ? Math.max(1, Math.round(value)) : Math.round(value * 10) / 10
  return `${rounded} ${units[unit]}`
}

/** The lesson to go on with: the one begun last in course order, else the first open one that is not done. */
export function findNextLesson(modules: readonly RoomModule[]): RoomLesson | null {
  const lessons = modules.flatMap((module) => module.lessons).filter(isContinuable)
  return lessons.findLast(({ startedAt }) => startedAt !== null) ?? lessons[0] ?? null
}

function isContinuable({ kind, completedAt, release }: RoomLesson): boolean {
  return kind !== 'live' && completedAt === null && release.state === 'open'
}

/** `Ana Cruz`, `Ana Cruz and Mo Tikaram`, `Ana Cruz and 2 others` */
export function formatTeachers([first, ...others]: readonly string[]): string {
  if (first === undefined || others.length === 0) return first ?? ''
  return others.length === 1 ? `${first} and ${others[0]}` : `${first} and ${others.length} others`
}
