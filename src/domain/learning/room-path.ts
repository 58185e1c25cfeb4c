/** The address of a live session's page. */
export function getSessionPath(sessionId: string): string {
  return `/portal/sessions/${sessionId}`
}

/** The public address of a preview lesson. */
export function getPreviewPath(courseCode: string, lessonKey: string): string {
  return `/preview/${courseCode.toLowerCase()}/${encodeURIComponent(lessonKey)}`
}

/** The page of a learner who has finished a course. */
export function getFinishPath(courseCode: string): string {
  return `${getRoomPath(courseCode)}/finished`
}

/** The address of a course room, or of a lesson in it. */
export function getRoomPath(courseCode: string, lessonKey?: string): string {
  const room = `/portal/courses/${courseCode.toLowerCase()}`
  return lessonKey === undefined ? room : `${room}/lessons/${encodeURIComponent(lessonKey)}`
}
