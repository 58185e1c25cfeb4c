import { getTimeParts, isNight, markNight, type TimeParts } from './format-time.ts'

/** More changes of the hours, or more different hours, do not fit into a table or a sentence. */
const MAX_CHANGES = 2
const MAX_GROUPS = 6
const DAY_MS = 24 * 60 * 60 * 1000

/** A date with its sessions. `hours`: "10:00 & 14:00". `dayNumber` counts from a Monday. */
type MeetingDate = { weekday: string; text: string; dayNumber: number; hours: string }
/** Weekdays with the same hours. */
type Group = { days: string[]; hours: string }

/**
 * The weekdays and hours of sessions in a zone: "Tue & Thu, 20:00", "Sat 10:00 & Sun 14:00", "Sat & Sun, 10:00 & 14:00".
 * Says from which date they have other hours, such as after a change of the clocks: "Tue & Thu, 19:30, from 30 March
 * 18:30".
 *
 * @param instants the starts of all sessions in their order, at least one
 */
export function formatMeetings(instants: readonly string[], zone: string): string {
  const meetings = instants.map((at) => getTimeParts(at, zone))
  const dates = listDates(meetings)
  const weekdays = [...new Set(dates.map(({ weekday }) => weekday))]
  const periods = splitByHours(dates).map((period) => ({ from: period[0]!.text, groups: groupDays(period, weekdays) }))
  if (periods.length > MAX_CHANGES + 1 || periods.flatMap(({ groups }) => groups).length > MAX_GROUPS) {
    const isSometimesNight = meetings.some(({ time }) => isNight(time))
    return `${joinWords(weekdays)}, at different hours${isSometimesNight ? ', some at night' : ''}`
  }
  return periods
    .map(({ from, groups }, at) => {
      if (at > 0) return `${from}${describeChange(groups, periods[at - 1]!.groups)}`
      const [first] = groups
      return groups.length > 1 ? listGroups(groups) : `${joinWords(first!.days)}${dates[1] ? ',' : ''} ${first!.hours}`
    })
    .join(', from ')
}

function listDates(meetings: readonly TimeParts[]): MeetingDate[] {
  const byDate = groupBy(meetings, ({ day, month, year }) => `${day} ${month} ${year}`)
  return byDate.map(([date, ofDate]) => ({
    weekday: ofDate[0]!.weekday,
    text: `${ofDate[0]!.day} ${ofDate[0]!.month}`,
    // 1 January 1970 was a Thursday.
    dayNumber: Date.parse(`${date} UTC`) / DAY_MS + 3,
    hours: joinWords([...new Set(ofDate.map(({ time }) => markNight(time)))]),
  }))
}

/** Within a period every weekday has its hours. */
function splitByHours(dates: readonly MeetingDate[]): MeetingDate[][] {
  const periods: MeetingDate[][] = []
  for (const date of dates) {
    const period = periods.at(-1)
    if (period && isSamePattern(date, period, dates)) period.push(date)
    else periods.push([date])
  }
  return periods
}

/** Whether a date belongs to the weeks of a period. A new weekday with new hours needs a week in common. */
function isSamePattern(date: MeetingDate, period: readonly MeetingDate[], dates: readonly MeetingDate[]): boolean {
  const sameDay = period.find(({ weekday }) => weekday === date.weekday)
  if (sameDay) return sameDay.hours === date.hours
  if (period.some(({ hours }) => hours === date.hours)) return true
  const first = period[0]!.dayNumber
  if (getWeek(first) === getWeek(date.dayNumber)) return true
  const isRepeated = dates.at(-1)!.dayNumber < first + 7 || dates.some(({ dayNumber }) => dayNumber === first + 7)
  return date.dayNumber < first + 7 && isRepeated
}

const getWeek = (dayNumber: number) => Math.floor(dayNumber / 7)

/** @param weekdays in the order in which they are named */
function groupDays(period: readonly MeetingDate[], weekdays: readonly string[]): Group[] {
  const dates = weekdays.flatMap((day) => period.find(({ weekday }) => weekday === day) ?? [])
  return groupBy(dates, ({ hours }) => hours).map(([hours, ofHours]) => ({
    days: ofHours.map(({ weekday }) => weekday),
    hours,
  }))
}

/** With the weekdays where the new hours are not for all of them, such as after midnight instead of before. */
function describeChange(groups: readonly Group[], before: readonly Group[]): string {
  const [first] = groups
  if (groups.length > 1) return ` ${listGroups(groups)}`
  const isForAll = before.length === 1 && first!.days.every((day) => before[0]!.days.includes(day))
  return isForAll ? ` ${first!.hours}` : `, ${joinWords(first!.days)}, ${first!.hours}`
}

/** "Tue 20:00 & Sat 10:00", or with commas where a part has its own "&": "Tue & Thu 20:00, Sat 10:00". */
function listGroups(groups: readonly Group[]): string {
  const parts = groups.map(({ days, hours }) => `${joinWords(days)} ${hours}`)
  return parts.some((part) => part.includes('&')) ? parts.join(', ') : joinWords(parts)
}

/** `Map.groupBy`, which browsers of 2023 do not have. */
function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item])
  return [...groups]
}

const joinWords = (words: readonly string[]) => words.join(', ').replace(/, ([^,]+)$/, ' & $1')
