/** Weeks of the visitor's own zone, by the address of the page. Pure. */

/** Midnight of the Monday of the week that has a day. @param day `2027-03-08`, or null for today */
export function getWeekStart(day: string | null, now = new Date()): Date {
  const typed = day && /^2\d{3}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00`) : now
  const from = Number.isNaN(typed.getTime()) ? now : typed
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() - ((from.getDay() + 6) % 7))
}

/** Also in a week of another length, where the clocks change. */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)
}

/** `2027-03-08` by the clocks of the visitor. */
export function toDay(at: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}
