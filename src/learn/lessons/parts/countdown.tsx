import { useEffect, useState } from 'react'
import { Chip } from '#ui/chip.tsx'
import { formatCountdown } from './format-countdown.ts'

export function Countdown({ startsAt }: { startsAt: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const text = formatCountdown(startsAt, now)
  return (
    <>
      {text === 'Now' ? <Chip tone="live">Live</Chip> : <span aria-hidden="true">Starts in</span>}
      <span role="timer" aria-label={text === 'Now' ? 'On now' : `Starts in ${text}`}>
        {text}
      </span>
    </>
  )
}
