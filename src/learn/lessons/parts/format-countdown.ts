/** Whole days from 2 days before ("52 days"), then "03:12:09" or "08:12"; "Now" once the session has started. */
export function formatCountdown(startsAt: string, now: Date): string {
  const seconds = Math.ceil((Date.parse(startsAt) - now.getTime()) / 1000)
  if (seconds <= 0) return 'Now'
  const days = Math.floor(seconds / 86_400)
  if (days >= 2) return `${days} days`
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}
