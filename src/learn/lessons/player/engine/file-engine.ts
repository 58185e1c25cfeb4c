/** One file by byte ranges, or HLS where the browser itself plays it. */
import type { Engine, EngineFault, EngineOptions } from './engine.ts'

const REFUSED_STATUSES = [401, 403, 404, 410]

export function createFileEngine(url: string, { onFault }: EngineOptions): Engine {
  let video: HTMLVideoElement | null = null
  let startAt = 0

  const handleMetadata = () => {
    if (video && startAt > 0) video.currentTime = startAt
  }
  const handleError = async () => {
    const code = video?.error?.code
    // Without a source there is no fault: destroy() removes it.
    if (!video?.getAttribute('src') || code === MediaError.MEDIA_ERR_ABORTED) return
    onFault(await findFault(url, code))
  }

  function load(seconds: number) {
    startAt = seconds
    if (!video) return
    video.src = url
    video.load()
  }

  return {
    attach(element) {
      video = element
      video.addEventListener('loadedmetadata', handleMetadata)
      video.addEventListener('error', handleError)
    },
    load,
    levels: () => [],
    setLevel: () => undefined,
    retry: load,
    destroy() {
      video?.removeEventListener('loadedmetadata', handleMetadata)
      video?.removeEventListener('error', handleError)
      video?.removeAttribute('src')
      video?.load()
      video = null
    },
  }
}

/** A media element does not say why a file failed. One more request does. */
async function findFault(url: string, code: number | undefined): Promise<EngineFault> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!response || response.status >= 500 || response.status === 429) return 'network'
  if (REFUSED_STATUSES.includes(response.status)) return 'access'
  return code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'media'
}
