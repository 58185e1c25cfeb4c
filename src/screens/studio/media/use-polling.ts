import { useEffect, useRef } from 'react'
import type { AssetView } from '#learn/course-media/wire/assets.ts'

/** The server works on the file, so its state will change by itself. */
export function isWorking({ state, steps, receivedBytes, bytes }: AssetView): boolean {
  if (state === 'uploading') return receivedBytes === bytes
  return state !== 'failed' && steps.some((step) => step.state === 'waiting' || step.state === 'running')
}

const POLL_MS = 2000

/** Calls every two seconds while the page is visible. */
export function usePolling(isOn: boolean, poll: () => void): void {
  const latest = useRef(poll)
  useEffect(() => {
    latest.current = poll
  })
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), POLL_MS)
    return () => clearInterval(timer)
  }, [isOn])
}
