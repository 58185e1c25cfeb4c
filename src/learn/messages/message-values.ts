/** The values of the variables of a message for one reader. docs/contract §43. */
import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import type { Config } from '#config/config.ts'
import { plainName } from '#domain/contact.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { MESSAGE_VARIABLES, type VariableValues } from '#domain/messages/message-variables.ts'
import type { Recipient } from './queries/recipients.ts'

type Reader = Pick<
  Recipient,
  'name' | 'course_title' | 'starts_at' | 'ends_at' | 'next_session_at' | 'timezone_id' | 'person_timezone_id'
>

/** Times are in the reader's zone, else in that of the class. Each value that is missing has words of its own. */
export function createValues(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  courseCode: string,
  reader: Reader,
): VariableValues {
  const zone = reader.person_timezone_id ?? reader.timezone_id
  return {
    'first name': plainName(reader.name)?.split(' ', 1)[0] ?? 'there',
    course: reader.course_title,
    dates: reader.starts_at && reader.ends_at ? formatDays(reader.starts_at, reader.ends_at, zone) : 'at your own pace',
    'next session': reader.next_session_at ? formatSessionStart(reader.next_session_at, zone) : 'not planned yet',
    'portal link': new URL(getRoomPath(courseCode), publicUrl).href,
  }
}

/** Values that were stored. One that an earlier version did not have stays empty. */
export function readValues(stored: unknown): VariableValues {
  const values = stored as Partial<VariableValues>
  return Object.fromEntries(MESSAGE_VARIABLES.map((name) => [name, values[name] ?? ''])) as VariableValues
}

/** `Tue 12 January 2027`, or `12 January to 2 February 2027`. */
function formatDays(startsAt: Date, endsAt: Date, zone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone })
  const [first, last] = [day.format(startsAt), day.format(endsAt)]
  if (first === last) return first
  const [, year] = / (\d{4})$/.exec(first) ?? []
  return `${last.endsWith(` ${year}`) ? first.slice(0, -5) : first} to ${last}`
}
