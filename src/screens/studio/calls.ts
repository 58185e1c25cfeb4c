/** The browser's calls of the studio's frame. */
import type { Client, SignedInAudience } from '#http/client.ts'
import { listTaughtCourses, readTaughtCourse } from './wire.ts'

export const callTaughtCourses = (client: Client, auth: SignedInAudience) => client.call(listTaughtCourses, { auth })

export const callTaughtCourse = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(readTaughtCourse, { auth, params: { course } })
