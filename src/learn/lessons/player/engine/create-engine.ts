/** Chooses the engine of a source. The script of hls.js is loaded when a source needs it. */
import type { PlayableSource } from '../player-props.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { createFileEngine } from './file-engine.ts'

export async function createEngine(source: PlayableSource, options: EngineOptions): Promise<Engine> {
  if (source.kind === 'file') return createFileEngine(source.url, options)
  if (!hasMediaSource()) return createFileEngine(source.playlist, options)
  const { createHlsEngine } = await import('./hls-engine.ts')
  return createHlsEngine(source.playlist, options)
}

/** Older iPhones have none and play HLS by themselves. */
function hasMediaSource(): boolean {
  return 'MediaSource' in window || 'ManagedMediaSource' in window
}
