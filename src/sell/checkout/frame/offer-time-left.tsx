import { useEffect, useState } from 'react'
import { When } from '#ui/local-time.tsx'

const MINUTE_MS = 60_000

type Props = { until: string; zone: string }

export function OfferTimeLeft({ until, zone }: Props) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [])
  return (
    <p>
      {formatTimeLeft(Date.parse(until) - now)} Held until <When at={until} zone={zone} />.
    </p>
  )
}

function formatTimeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  if (minutes < 1) return 'Less than a minute left.'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`
  const hours = Math.floor(minutes / 60)
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} left.`
}
