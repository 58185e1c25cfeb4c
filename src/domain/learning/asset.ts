/**
 * The state machine of an asset: one uploaded file. docs/contract §9. An image or document without processing is
 * ready once it is stored. A ready asset stays ready while further renditions are made.
 */
export type AssetState = 'uploading' | 'stored' | 'processing' | 'ready' | 'failed' | 'deleted'
export type AssetEvent = 'received' | 'processing_started' | 'first_result' | 'failed' | 'retried' | 'deleted'

export const ASSET_TRANSITIONS: { readonly [S in AssetState]: { readonly [E in AssetEvent]?: AssetState } } = {
  uploading: { received: 'stored', failed: 'failed', deleted: 'deleted' },
  stored: { processing_started: 'processing', first_result: 'ready', failed: 'failed', deleted: 'deleted' },
  processing: { first_result: 'ready', failed: 'failed', deleted: 'deleted' },
  ready: { deleted: 'deleted' },
  failed: { retried: 'stored', deleted: 'deleted' },
  deleted: {},
}

/**
 * The next state, or null when the event does not apply. `isComplete`: all bytes arrived with the right checksum. A
 * failed upload cannot be retried, because its bytes are wrong or missing.
 */
export function nextAssetState(state: AssetState, event: AssetEvent, isComplete: boolean): AssetState | null {
  if (event === 'retried' && !isComplete) return null
  return ASSET_TRANSITIONS[state][event] ?? null
}
