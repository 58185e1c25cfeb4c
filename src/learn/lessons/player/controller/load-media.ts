/** Gets a grant, loads its media, and loads them again after a fault. */
import { createEngine } from '../engine/create-engine.ts'
import type { Engine, EngineFault, QualityLevel } from '../engine/engine.ts'
import type { GrantOutcome, PlayerMedia } from '../player-props.ts'
import type { PlayerStore } from './player-state.ts'
import { getRetryDelayMs } from './stall-watch.ts'

/** Two renewals so soon after each other are a quarrel with another device, so the person decides. */
const RENEWAL_GUARD_MS = 60_000

export type PlaybackOptions = {
  video: HTMLVideoElement
  store: PlayerStore
  onNeedGrant: () => Promise<GrantOutcome>
  /** The person's choice of quality in lines, null: by the connection. */
  qualityLines: () => number | null
}

/** `isWanted`: the person has pressed play and has not paused since. */
export type LoadContext = PlaybackOptions & {
  engine: Engine | null
  preparation: Promise<void> | null
  retryTimer: ReturnType<typeof setTimeout> | undefined
  attempt: number
  renewedAtMs: number | null
  isWanted: boolean
  isDestroyed: boolean
}

/** Loads the media at that second, and requests a grant if there is none. One preparation at a time. */
export function prepareMedia(context: LoadContext, seconds: number): Promise<void> {
  context.preparation ??= prepare(context, seconds).finally(() => {
    context.preparation = null
  })
  return context.preparation
}

async function prepare(context: LoadContext, seconds: number): Promise<void> {
  const { store } = context
  store.set({ phase: 'preparing', isWaiting: true, position: seconds })
  const media = store.get().media ?? (await requestGrant(context))
  if (media) await loadMedia(context, media, seconds)
}

/** Null: the server refuses, or gives no response and is asked again later. */
async function requestGrant(context: LoadContext): Promise<PlayerMedia | null> {
  const { store, video } = context
  const outcome = await context.onNeedGrant().catch(() => null)
  if (context.isDestroyed) return null
  if (!outcome) {
    scheduleRetry(context)
    return null
  }
  if ('refusal' in outcome) {
    video.pause()
    store.set({ phase: 'refused', refusal: outcome.refusal, isWaiting: false, isPlaying: false, isDisconnected: false })
    return null
  }
  store.set({ media: outcome.media })
  return outcome.media
}

async function loadMedia(context: LoadContext, media: PlayerMedia, seconds: number): Promise<void> {
  const { store, video } = context
  const engine = await createEngine(media.source, {
    isDataSaved: isDataSaved(),
    onFault: (fault) => void handleFault(context, fault),
    onLevels: (levels) => handleLevels(context, levels),
    onLevel: (shownLevel) => store.set({ shownLevel }),
  }).catch(() => null)
  if (context.isDestroyed || !engine) {
    engine?.destroy()
    scheduleRetry(context)
    return
  }
  const { speed } = store.get()
  context.engine = engine
  engine.attach(video)
  engine.load(seconds)
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
  store.set({ phase: 'loaded' })
}

function handleLevels({ engine, store, qualityLines }: LoadContext, levels: QualityLevel[]): void {
  const lines = qualityLines()
  const chosen = lines === null ? undefined : levels.findLast(({ height }) => height <= lines)
  store.set({ levels, level: chosen?.index ?? null })
  if (chosen) engine?.setLevel(chosen.index)
}

async function handleFault(context: LoadContext, fault: EngineFault): Promise<void> {
  const { store, renewedAtMs } = context
  if (context.preparation) return
  if (fault === 'network') {
    scheduleRetry(context)
    return
  }
  const isRenewalNew = renewedAtMs !== null && performance.now() - renewedAtMs < RENEWAL_GUARD_MS
  closeEngine(context)
  if (fault === 'access') store.set({ media: null })
  if (fault === 'media' || isRenewalNew) store.set({ phase: 'failed', isWaiting: false, isPlaying: false })
  else await renewGrant(context)
}

async function renewGrant(context: LoadContext): Promise<void> {
  context.renewedAtMs = performance.now()
  await prepareMedia(context, context.store.get().position)
  await playWanted(context)
}

/** Tries again after a growing delay, for as long as the page is open. */
export function scheduleRetry(context: LoadContext): void {
  const { store } = context
  if (context.isDestroyed) return
  if (!store.get().isDisconnected)
    store.set({ isDisconnected: true, announcement: 'You’re offline. We’ll carry on when you’re back online.' })
  clearTimeout(context.retryTimer)
  context.retryTimer = setTimeout(() => retryNow(context), getRetryDelayMs(context.attempt++))
}

export function retryNow(context: LoadContext): void {
  const { engine, store, video, isDestroyed, isWanted } = context
  clearTimeout(context.retryTimer)
  if (!store.get().isDisconnected || isDestroyed) return
  const { position } = store.get()
  if (engine) engine.retry(position)
  else if (!context.preparation) void prepareMedia(context, position).then(() => playWanted(context))
  if (engine && isWanted) video.play().catch(() => undefined)
}

async function playWanted({ engine, isWanted, video }: LoadContext): Promise<void> {
  if (engine && isWanted) await video.play().catch(() => undefined)
}

/** The position stays in the store, although the element forgets its own. */
export function closeEngine(context: LoadContext): void {
  context.engine?.destroy()
  context.engine = null
}

/** The browser's setting, or the connection's. */
function isDataSaved(): boolean {
  const connection = Reflect.get(navigator, 'connection') as { saveData?: boolean } | undefined
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
