import { getTimeParts, markNight, type TimeParts } from './format-time.ts'

const MAX_HOUR_CHANGES = 2
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The weekdays and hours of sessions in a zone: "Tue & Thu, 20:00". Says from which date they have another hour, such
 * as after a change of the clocks: "Tue & Thu, 19:30, from 30 March 18:30".
 *
 * @param instants the starts of all sessions in their order, at least one
 */
export function formatMeetings(instants: readonly string[], zone: string): string {
  const meetings = instants.map((at) => getTimeParts(at, zone))
  const days = listDays(meetings)
  const [first = [], ...later] = splitByTime(meetings)
  if (later.length > 0) {
    const daysWithTime = [...new Set(meetings.map(({ weekday, time }) => `${weekday} ${markNight(time)}`))]
    const isOneWeek = Date.parse(instants.at(-1)!) - Date.parse(instants[0]!) < WEEK_MS
    const isRepeated = new Set(meetings.map(({ time }) => time)).size <= later.length
    if (daysWithTime.length === days.length && (isOneWeek || isRepeated)) return joinWords(daysWithTime)
    if (later.length > MAX_HOUR_CHANGES) return `${joinWords(days)}, at different hours`
  }
  return [`${joinWords(listDays(first))}${meetings.length > 1 ? ',' : ''} ${getHour(first)}`]
    .concat(later.map((period) => `${getDate(period, listDays(first))} ${getHour(period)}`))
    .join(', from ')
}

function splitByTime(meetings: readonly TimeParts[]): TimeParts[][] {
  const periods: TimeParts[][] = []
  for (const meeting of meetings) {
    const last = periods.at(-1)
    if (last?.[0]?.time === meeting.time) last.push(meeting)
    else periods.push([meeting])
  }
  return periods
}

const listDays = (meetings: readonly TimeParts[]) => [...new Set(meetings.map(({ weekday }) => weekday))]
const joinWords = (words: readonly string[]) => words.join(', ').replace(/, ([^,]+)$/, ' & $1')
const getHour = ([first]: readonly TimeParts[]) => markNight(first?.time ?? '')

/** With the weekdays where the new hour is on other ones, such as after midnight instead of before. */
function getDate(period: readonly TimeParts[], daysBefore: readonly string[]): string {
  const [first] = period
  const days = listDays(period).every((day) => daysBefore.includes(day)) ? '' : `, ${joinWords(listDays(period))},`
  return `${first?.day} ${first?.month}${days}`
}
