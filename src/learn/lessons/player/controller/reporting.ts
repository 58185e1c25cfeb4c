/** Reports what was played: every 15 seconds, on pause, seek, end and hide. docs/contract §20. */
import type { PlayedPart } from '../player-props.ts'
import { createPlayedIntervals } from '../reports/played-intervals.ts'
import { listen } from './media-events.ts'

const INTERVAL_MS = 15_000

export function startReporting(video: HTMLVideoElement, onReport: (part: PlayedPart) => void): () => void {
  const intervals = createPlayedIntervals()
  let reportedPosition: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  const advance = () => {
    if (video.seeking) return
    intervals.advance({ positionSeconds: video.currentTime, atMs: performance.now(), speed: video.playbackRate })
  }
  function report(isFinal = false) {
    const ranges = intervals.takeSeconds()
    const position = Math.floor(video.currentTime)
    // A position without a played second is that of a page that was only opened.
    if (ranges.length === 0 && (reportedPosition === null || reportedPosition === position)) return
    reportedPosition = position
    onReport({ ranges, position, isFinal })
  }
  function stop() {
    clearInterval(timer)
    if (!video.seeking) advance()
    intervals.interrupt()
    report()
  }
  function reportHidden() {
    if (!video.paused) advance()
    report(true)
  }

  const unbindVideo = listen(video, {
    playing() {
      clearInterval(timer)
      timer = setInterval(report, INTERVAL_MS)
      advance()
    },
    timeupdate() {
      if (!video.paused) advance()
    },
    pause: stop,
    ended: stop,
    seeking() {
      intervals.interrupt()
      report()
    },
  })
  const unbindDocument = listen(document, {
    visibilitychange() {
      if (document.visibilityState === 'hidden') reportHidden()
    },
  })
  const unbindWindow = listen(window, { pagehide: reportHidden })
  return () => {
    clearInterval(timer)
    reportHidden()
    for (const unbind of [unbindVideo, unbindDocument, unbindWindow]) unbind()
  }
}
