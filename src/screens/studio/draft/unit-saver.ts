/**
 * Saves one unit of a draft as it is typed. Text that the server has not acknowledged is kept in the browser, and
 * nothing is ever written under a person's caret: another person's text comes only by their choice. docs/contract §36.
 */
import type { KeyValueStorage } from '#http/client.ts'

export type Unit<Body> = { version: number; body: Body }
/** `isOwn`: the same person saved it, in another tab or on another device. */
export type Conflict<Body> = Unit<Body> & { savedBy: string | null; isOwn?: boolean; savedAt: string | null }
/** The server's answer. `lost`: no answer came. `refused`: faults by field. */
export type SaveAnswer<Body> =
  | { kind: 'saved'; version: number }
  | { kind: 'conflict'; conflict: Conflict<Body> }
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  | { kind: 'failed'; message: string }
  | { kind: 'lost' }

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'refused' | 'conflict'
/** Text of an earlier visit, with the version that it changes. */
type Kept<Body> = Unit<Body> & {
  /** The text that was changed. Texts that were kept before there was a base have none. */
  base?: Body
  at: number
}

export type SaverState<Body> = {
  body: Body
  /** `unsaved`: the person is typing. */
  status: SaveStatus
  /** When the server acknowledged the text. Null: not on this page yet. */
  savedAt: number | null
  message: string | null
  fields: Readonly<Record<string, string>>
  conflict: Conflict<Body> | null
  /** The server has a newer text than the one that is shown. It is shown when the person asks for it. */
  newer: { show: () => void } | null
  /** Text of an earlier visit that was never acknowledged. Nothing is typed until it is used or discarded. */
  kept: Kept<Body> | null
  /** Whether this browser has the text that is not saved. */
  isKept: boolean
}

export type SaverEnvironment<Body> = {
  /** `isLeaving`: the page may be closed before the answer comes. */
  send: (unit: Unit<Body>, isLeaving: boolean) => Promise<SaveAnswer<Body>>
  storage: KeyValueStorage
  /** The key of the kept text: by person, course and unit. */
  key: string
  now: () => number
  /** Calls once after the milliseconds, and returns how to stop that. */
  schedule: (callback: () => void, milliseconds: number) => () => void
}

const IDLE_MS = 800
const RETRY_MS = 5_000
const MAX_UNANSWERED = 20
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

export type UnitSaver<Body> = {
  getState: () => SaverState<Body>
  /** The version that the server has acknowledged. */
  getVersion: () => number
  subscribe: (listener: () => void) => () => void
  change: (body: Body) => void
  /** Sends now what is not saved. */
  flush: (isLeaving?: boolean) => void
  /** Takes a newer text of the server, if everything here is saved. */
  adopt: (unit: Unit<Body>) => void
  /** Says that the server has a newer text, if everything here is saved. For a text in which a person may be typing. */
  offer: (unit: Unit<Body>) => void
  /** In a conflict: the fields that the person changed replace those of the other text. */
  keepMine: () => void
  /** In a conflict: the other text replaces the person's own. */
  takeTheirs: () => void
  restoreKept: () => void
  discardKept: () => void
}

export function createUnitSaver<Body extends object>(
  start: Unit<Body>,
  environment: SaverEnvironment<Body>,
): UnitSaver<Body> {
  const { send, schedule, now } = environment
  const storage = createKeptTextStorage<Body>(environment)
  const listeners = new Set<() => void>()
  let { version, body: base } = start
  /** What was sent since the last acknowledgement. */
  let unanswered: Body[] = []
  let isSending = false
  let stop = () => {}
  let state: SaverState<Body> = {
    body: start.body,
    status: 'saved',
    savedAt: null,
    message: null,
    fields: {},
    conflict: null,
    newer: null,
    kept: storage.read(start.body),
    isKept: false,
  }

  function set(change: Partial<SaverState<Body>>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function wait(milliseconds: number): void {
    stop()
    stop = schedule(() => void save(false), milliseconds)
  }

  async function save(isLeaving: boolean): Promise<void> {
    stop()
    if (isSending || state.status === 'saved' || state.status === 'conflict') return
    isSending = true
    const sent = state.body
    const earlier = unanswered
    unanswered = [...earlier.slice(-MAX_UNANSWERED), sent]
    set({ status: 'saving' })
    const answer = await send({ version, body: sent }, isLeaving)
    isSending = false
    if (answer.kind === 'saved') acknowledge(answer.version, sent)
    if (answer.kind === 'conflict') {
      const { conflict } = answer
      // The answer to an earlier save was lost: the newer text is one's own.
      const own = earlier.find((text) => isSame(conflict.body, text))
      if (!own) return set({ status: 'conflict', conflict })
      acknowledge(conflict.version, own)
      set({ status: 'unsaved' })
      return save(isLeaving)
    }
    if (state.body !== sent) {
      set({ status: 'unsaved' })
      return wait(IDLE_MS)
    }
    if (answer.kind === 'saved') {
      storage.remove(sent)
      return set({ newer: null, status: 'saved', savedAt: now(), message: null, fields: {} })
    }
    if (answer.kind === 'refused') return set({ status: 'refused', fields: answer.fields, message: answer.message })
    const message = answer.kind === 'failed' ? answer.message : null
    set({ status: answer.kind === 'lost' ? 'offline' : 'failed', message })
    wait(RETRY_MS)
  }

  function acknowledge(newVersion: number, body: Body): void {
    version = newVersion
    base = body
    unanswered = []
  }

  function change(body: Body): void {
    const isKept = storage.write({ version, body, base, at: now() })
    const isInConflict = state.status === 'conflict'
    set({ body, isKept, ...(!isInConflict && { status: 'unsaved' as const }) })
    if (!isInConflict) wait(IDLE_MS)
  }

  function adopt(unit: Unit<Body>): void {
    if (state.status !== 'saved' || unit.version <= version) return
    acknowledge(unit.version, unit.body)
    set({ body: unit.body, newer: null })
  }

  return {
    getState: () => state,
    getVersion: () => version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    flush: (isLeaving = false) => void save(isLeaving),
    adopt,
    offer: (unit) => {
      if (state.status === 'saved' && unit.version > version) set({ newer: { show: () => adopt(unit) } })
    },
    keepMine: () => {
      if (!state.conflict) return
      const body = overlay(state.conflict.body, base, state.body)
      acknowledge(state.conflict.version, state.conflict.body)
      set({ status: 'unsaved', conflict: null, newer: null })
      change(body)
      void save(false)
    },
    takeTheirs: () => {
      if (!state.conflict) return
      storage.remove(state.body)
      acknowledge(state.conflict.version, state.conflict.body)
      set({ status: 'saved', body: base, conflict: null, newer: null, fields: {}, message: null })
    },
    restoreKept: () => {
      if (!state.kept) return
      // With the version that it changes: if somebody saved meanwhile, the server answers with both texts.
      const kept = state.kept
      version = kept.version
      base = kept.base ?? base
      set({ kept: null })
      change(kept.body)
    },
    discardKept: () => {
      if (state.kept) storage.remove(state.kept.body)
      set({ kept: null })
    },
  }
}

/** The fields of `mine` that differ from `base`, over `theirs`. */
function overlay<Body extends object>(theirs: Body, base: Body, mine: Body): Body {
  const own = Object.entries(mine).filter(([name, value]) => !isSame(value, base[name as keyof Body]))
  return { ...theirs, ...Object.fromEntries(own) }
}

/** Whether two values are the same JSON. The database orders the keys of a text anew. */
export function isSame(one: unknown, other: unknown): boolean {
  return toSortedJson(one) === toSortedJson(other)
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Fields that did not exist when the text was kept are those of the server. */
function fill<Body extends object>(kept: Kept<Body> | null, saved: Body): Kept<Body> | null {
  if (!kept) return null
  const { base, body } = kept
  return { ...kept, body: { ...saved, ...body }, ...(base && { base: { ...saved, ...base } }) }
}

/** Storage may be full, blocked, or hold what another tab or an older version wrote. */
function createKeptTextStorage<Body extends object>({ storage, key, now }: SaverEnvironment<Body>) {
  function load(): Kept<Body> | null {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<Body> | null
      return kept && typeof kept.version === 'number' && now() - kept.at < KEPT_MS ? kept : null
    } catch {
      return null
    }
  }
  function clear(): void {
    try {
      storage.removeItem(key)
    } catch {
      // A blocked storage has nothing to remove.
    }
  }
  return {
    /** Null: nothing was kept, it is older than seven days, or the server has the same text. */
    read(saved: Body): Kept<Body> | null {
      const kept = fill(load(), saved)
      if (kept && !isSame(kept.body, saved)) return kept
      clear()
      return null
    },
    /** Whether the browser keeps it. */
    write(kept: Kept<Body>): boolean {
      try {
        storage.setItem(key, JSON.stringify(kept))
        return true
      } catch {
        return false
      }
    },
    /** Only this text: another tab may keep one that is newer. */
    remove(body: Body): void {
      const kept = load()
      if (!kept || isSame(kept.body, body)) clear()
    },
  }
}
