/** HLS by hls.js, light build 1.7.4, without a worker: fragmented MP4 needs no conversion. docs/contract §20. */
import type { ErrorData } from 'hls.js'
import Hls, { ErrorTypes, Events } from 'hls.js/light'
import type { Engine, EngineFault, EngineOptions, QualityLevel } from './engine.ts'

const REFUSED_STATUSES = [401, 403, 404, 410]
/** Seconds. An ended grant plays out what is buffered ahead, which is at most this. docs/contract §20. */
const AHEAD_SECONDS = 30
const BEHIND_SECONDS = 60

export function createHlsEngine(playlist: string, options: EngineOptions): Engine {
  const hls = new Hls({
    enableWorker: false,
    autoStartLoad: false,
    capLevelToPlayerSize: true,
    maxBufferLength: AHEAD_SECONDS,
    maxMaxBufferLength: AHEAD_SECONDS,
    backBufferLength: BEHIND_SECONDS,
    startLevel: options.isDataSaved ? 0 : -1,
  })
  let hasRecovered = false

  const listLevels = (): QualityLevel[] =>
    hls.levels.map(({ width, height, bitrate }, index) => ({ index, height: Math.min(width, height), bitrate }))

  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => options.onLevel(level))
  hls.on(Events.ERROR, (_event, error) => {
    const fault = findFault(error)
    if (!fault) return
    if (fault === 'media' && error.type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
    } else options.onFault(fault)
  })

  return {
    attach: (video) => hls.attachMedia(video),
    load(startSeconds) {
      hls.on(Events.MANIFEST_PARSED, () => {
        options.onLevels(listLevels())
        hls.startLoad(startSeconds)
      })
      hls.loadSource(playlist)
    },
    levels: listLevels,
    setLevel(index) {
      hls.nextLevel = index ?? -1
    },
    retry(seconds) {
      // Without a playlist the first request failed; otherwise only segments are missing.
      if (hls.levels.length === 0) hls.loadSource(playlist)
      else hls.startLoad(seconds)
    },
    destroy: () => hls.destroy(),
  }
}

/** Null: hls.js tries again by itself. A refused segment is an ended grant, for which another attempt is useless. */
function findFault({ fatal, type, response }: ErrorData): EngineFault | null {
  if (response && REFUSED_STATUSES.includes(response.code ?? 0)) return 'access'
  if (!fatal) return null
  return type === ErrorTypes.NETWORK_ERROR ? 'network' : 'media'
}
