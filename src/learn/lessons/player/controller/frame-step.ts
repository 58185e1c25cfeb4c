/** Steps by one picture while paused. The length of a picture is measured while the video plays. */

/** Seconds, until the video has played. */
const USUAL_FRAME_SECONDS = 1 / 30
/** A longer gap is a pause, a seek or a stall. */
const LONGEST_FRAME_SECONDS = 0.25
const MEASURED_FRAMES = 20

export function createFrameStep(video: HTMLVideoElement): (frames: number) => void {
  let frameSeconds = USUAL_FRAME_SECONDS
  let last: number | null = null
  let least = LONGEST_FRAME_SECONDS
  let count = 0
  const measure = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    const gap = last === null ? 0 : mediaTime - last
    last = mediaTime
    if (gap > 0.001 && gap < LONGEST_FRAME_SECONDS) {
      least = Math.min(least, gap)
      frameSeconds = least
      count++
    }
    if (count < MEASURED_FRAMES) video.requestVideoFrameCallback(measure)
  }
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(measure)
  return (frames) => {
    video.currentTime = Math.min(video.duration || 0, Math.max(0, video.currentTime + frames * frameSeconds))
  }
}
