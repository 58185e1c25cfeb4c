/** Full screen and picture in picture, with what iPhones have instead. */

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
type LockableOrientation = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

export function toggleFullScreen(frame: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (!document.fullscreenEnabled) (video as PhoneVideo).webkitEnterFullscreen?.()
  else void enterFullScreen(frame, video).catch(() => undefined)
}

/** Phones turn to the shape of the picture. Browsers without the lock refuse, and the picture stays upright. */
async function enterFullScreen(frame: HTMLElement, video: HTMLVideoElement): Promise<void> {
  await frame.requestFullscreen()
  const orientation = screen.orientation as LockableOrientation
  if (video.videoWidth > video.videoHeight) await orientation.lock?.('landscape')
}

export function canShowFullScreen(): boolean {
  return document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}

export function togglePictureInPicture(video: HTMLVideoElement): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture()
  else void video.requestPictureInPicture?.().catch(() => undefined)
}

export function canShowPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true
}
