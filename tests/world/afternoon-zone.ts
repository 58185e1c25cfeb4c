/** A zone in which it is between 14:00 and 15:00 now. The sign of these names is reversed: `Etc/GMT-3` is UTC+3. */
export function getAfternoonZone(): string {
  const offset = 14 - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
