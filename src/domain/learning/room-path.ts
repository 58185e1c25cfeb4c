/** The address of a course room, or of a lesson in it. */
export function getRoomPath(courseCode: string, lessonKey?: string): string {
  const room = `/portal/courses/${courseCode.toLowerCase()}`
  return lessonKey === undefined ? room : `${room}/lessons/${encodeURIComponent(lessonKey)}`
}
