/** The e-mail about newly opened lessons. It contains names and titles only. docs/contract §22. */

import { greetingFor } from '#domain/contact.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'

export type OpenedLesson = { courseCode: string; courseTitle: string; lessonKey: string; title: string }

/** The other lessons are only counted. */
const MOST_NAMED = 12

/** @param lessons at least one, in course order */
export function lessonsOpenedMail(
  deps: Pick<Deps, 'config' | 'site'>,
  name: string,
  lessons: readonly OpenedLesson[],
): EmailContent {
  const first = lessons[0]!
  const isOne = lessons.length === 1
  const isOneCourse = lessons.every(({ courseCode }) => courseCode === first.courseCode)
  const count = isOne ? 'a new lesson' : `${lessons.length} new lessons`
  const ofCourse = isOneCourse ? isolated` of ${first.courseTitle}` : ''
  const names = lessons
    .slice(0, MOST_NAMED)
    .map(({ title, courseTitle }) => (isOneCourse ? isolated`“${title}”` : isolated`“${title}”, ${courseTitle}`))
  const others = lessons.length - names.length
  return {
    subject: isOne ? isolated`Now open: ${first.title}` : isolated`${lessons.length} new lessons${ofCourse} are open`,
    title: isOne ? 'A new lesson is open' : 'New lessons are open',
    paragraphs: [
      isolated`${greetingFor(name)}, you can now open ${count}${ofCourse}:`,
      ...names,
      ...(others > 0 ? [`and ${others} more.`] : []),
    ],
    button: getButton(first, isOne, isOneCourse, deps),
    sender: deps.site.current,
  }
}

function getButton(
  first: OpenedLesson,
  isOne: boolean,
  isOneCourse: boolean,
  { config: { publicUrl } }: Pick<Deps, 'config' | 'site'>,
) {
  const [label, path] = isOne
    ? ['Open the lesson', getRoomPath(first.courseCode, first.lessonKey)]
    : isOneCourse
      ? ['Open the course', getRoomPath(first.courseCode)]
      : ['Open my courses', '/portal']
  return { label, url: new URL(path, publicUrl).href }
}
