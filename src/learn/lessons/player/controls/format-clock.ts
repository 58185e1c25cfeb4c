/** `402` seconds → `06:42`, and `1:02:03` from an hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole / 60) % 60)]
  const clock = `${String(minutes).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** `402` seconds → `6 minutes 42 seconds`, which a screen reader reads as people say it. */
export function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor((whole / 60) % 60), 'minute'],
    [whole % 60, 'second'],
  ] as const
  const spoken = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]))
  return spoken.length > 0 ? spoken.join(' ') : '0 seconds'
}

/** For the attribute `datetime`: `PT6M42S`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `PT${Math.floor(whole / 60)}M${whole % 60}S`
}
