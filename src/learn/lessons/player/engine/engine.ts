/** Plays one source in a video element. The player knows nothing else about how media arrive. docs/contract §20. */

/** `height` in lines of the picture, `bitrate` in bits a second. */
export type QualityLevel = { index: number; height: number; bitrate: number }

/** `access`: the server refuses the address, so a new grant is needed. `network`: another attempt may succeed. */
export type EngineFault = 'network' | 'access' | 'media'

export type EngineEvents = {
  onFault(fault: EngineFault): void
  onLevels(levels: QualityLevel[]): void
  /** The level that is shown now. */
  onLevel(index: number): void
}

export type Engine = {
  attach(video: HTMLVideoElement): void
  load(startSeconds: number): void
  /** The smallest first. Empty for a source with one quality. */
  levels(): QualityLevel[]
  /** Null: by the connection. */
  setLevel(index: number | null): void
  /** Continues after a fault at that second. The buffer stays, where that is possible. */
  retry(seconds: number): void
  destroy(): void
}

/** `isDataSaved`: the person asks for little data, so playback starts with the smallest level. */
export type EngineOptions = EngineEvents & { isDataSaved: boolean }
