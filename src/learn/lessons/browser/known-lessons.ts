/** The ids of lessons that this tab has seen, so that the next lesson loads in parallel with its course. */
import type { CourseRoom } from '../wire/course.ts'

const ids = new Map<string, string>()

export function rememberLessons({ course, modules, withdrawn }: CourseRoom): void {
  for (const { key, lessonId } of [...modules.flatMap(({ lessons }) => lessons), ...withdrawn])
    ids.set(`${course.coursePrefixCode} ${key}`, lessonId)
}

export function getKnownLessonId(courseCode: string, key: string): string | undefined {
  return ids.get(`${courseCode.toUpperCase()} ${key}`)
}
