/** Wall times of a class in the browser, which has no Temporal. Pure. */
import { formatTime } from '#ui/format-time.ts'

/** An instant as the fields of a form: `{day: '2027-01-21', start: '12:00'}` in the zone. */
export function toWallTime(at: string, zone: string): { day: string; start: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { day: `${get('year')}-${get('month')}-${get('day')}`, start: `${get('hour')}:${get('minute')}` }
}

/** `Fri 22 January, 12:00–13:30` for a wall time that the fields of a form have. Null: not whole. */
export function formatWallTime(day: string, start: string, minutes: number): string | null {
  const at = Date.parse(`${day}T${start}:00Z`)
  if (Number.isNaN(at)) return null
  return formatTime(new Date(at).toISOString(), 'UTC', 'long', new Date(at + minutes * 60_000).toISOString())
}
