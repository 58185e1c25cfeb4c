type Style = 'day' | 'clock' | 'full' | 'date'

export function Moment({ at, zone, show = 'full' }: { at: string; zone: string; show?: Style }) {
  return <time dateTime={at}>{tell(at, zone, show)}</time>
}

export function tell(at: string, zone: string, show: Style): string {
  const instant = new Date(at)
  const day = () => formatOf('day', zone).format(instant).replace(',', '')
  const clock = () => formatOf('clock', zone).format(instant)
  if (show === 'date') return formatOf('date', zone).format(instant)
  if (show === 'day') return day()
  return show === 'clock' ? clock() : `${day()}, ${clock()}`
}

export function hereZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}


const formats = new Map<string, Intl.DateTimeFormat>()
const OPTIONS = {
  day: { weekday: 'short', day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function formatOf(kind: keyof typeof OPTIONS, zone: string): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', { ...OPTIONS[kind], timeZone: zone })
  formats.set(key, format)
  return format
}
