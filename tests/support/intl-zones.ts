/** The zones that the runtime knows, in each of their names, and their clocks by `Intl` alone. */

const DAY_MS = 86_400_000
/** Older names, of which browsers and operators use some. */
const ALIASES = [
  ...['UTC', 'Etc/UTC', 'Etc/UCT', 'Zulu', 'GMT', 'Etc/GMT', 'Etc/GMT+8', 'Etc/GMT-14', 'CET', 'EST', 'EST5EDT'],
  ...['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv', 'America/Godthab', 'America/Nuuk', 'Asia/Saigon'],
  ...['Asia/Katmandu', 'America/Buenos_Aires', 'Pacific/Enderbury', 'Pacific/Kanton', 'Asia/Rangoon', 'US/Pacific'],
  ...[
    'Atlantic/Faeroe',
    'Pacific/Truk',
    'Australia/ACT',
    'America/Indianapolis',
    'GB',
    'NZ',
    'Singapore',
    'Asia/Manila',
  ],
]
export const ZONES = [...new Set([...Intl.supportedValuesOf('timeZone'), ...ALIASES])]

/** The time that people see in a zone, by `Intl` alone: `2027-03-28T01:30:00`. */
export function createIntlClock(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(at).replace(' ', 'T')
}

/** The moment of each change of the clocks, found in `Intl` by halving the day in which it lies. */
export function listChanges(clock: (at: number) => string, from: number, until: number): number[] {
  const offsetAt = (at: number) => Date.parse(`${clock(at)}Z`) - at
  const changes: number[] = []
  for (let day = from; day < until; day += DAY_MS) {
    let [before, after] = [day, day + DAY_MS]
    if (offsetAt(before) === offsetAt(after)) continue
    while (after - before > 60_000) {
      const middle = before + Math.floor((after - before) / 120_000) * 60_000
      if (offsetAt(middle) === offsetAt(before)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}
