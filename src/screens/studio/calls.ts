/** The browser's calls of the studio's frame. */
import type { Client, SignedInAudience } from '#http/client.ts'
import { readTaughtCourse } from './wire.ts'

export const callTaughtCourse = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(readTaughtCourse, { auth, params: { course } })
