/** One unit of a draft in a page: it saves itself as its person types. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { saveUnit } from '#catalogue/drafts/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'
import { getKeptTextKey } from '#people/app-shell/kept-texts.ts'
import { getUnitSaver } from '../browser/unit-savers.ts'
import {
  type Conflict,
  createUnitSaver,
  type SaveAnswer,
  type SaverState,
  type Unit,
  type UnitSaver,
} from './unit-saver.ts'

export type DraftPlace = { course: string; unit: string; personId: string; as: SignedInAudience }

type Save<Body> = (unit: Unit<Body>, isLeaving: boolean) => Promise<SaveAnswer<Body>>

/** @param save for a text that is no unit of a draft, such as a message */
export function useUnit<Body extends object>(
  place: DraftPlace,
  start: { version: number; body: object },
  save: Save<Body> = (unit, isLeaving) => send(place, unit, isLeaving),
): { saver: UnitSaver<Body>; state: SaverState<Body> } {
  const [saver] = useState(() =>
    getUnitSaver(getKeptTextKey(place), start.version, () => createSaver<Body>(place, start as Unit<Body>, save)),
  )
  const state = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', () => document.hidden && saver.flush(true), { signal })
    addEventListener('online', () => saver.flush(), { signal })
    return () => {
      controller.abort()
      saver.flush(true)
    }
  }, [saver])
  useFreshStart(getKeptTextKey(place))
  // What was saved elsewhere comes while nobody types here.
  const { version, body } = start
  useEffect(() => {
    const unit = { version, body: body as Body }
    const mayType = document.hasFocus() && document.activeElement?.matches(TYPED_IN)
    if (mayType) saver.offer(unit)
    else saver.adopt(unit)
  }, [saver, version, body])
  return { saver, state }
}

const TYPED_IN = 'input, textarea, [contenteditable="true"]'

/** Loads the page again when another tab has saved the text, and when a person comes back to this tab. */
function useFreshStart(key: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = () => void revalidate()
    // A tab no longer keeps a text that the server has acknowledged.
    addEventListener('storage', (event) => event.key === key && event.newValue === null && load(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || load(), { signal })
    return () => controller.abort()
  }, [key, revalidate])
}

function createSaver<Body extends object>(place: DraftPlace, start: Unit<Body>, save: Save<Body>): UnitSaver<Body> {
  return createUnitSaver<Body>(start, {
    send: save,
    storage: localStorage,
    key: getKeptTextKey(place),
    now: Date.now,
    schedule: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

/** Bytes of a body that the browser sends after the page is closed. */
const KEEPALIVE_BYTES = 60_000

async function send<Body extends object>(
  { course, unit, as }: DraftPlace,
  { version, body }: Unit<Body>,
  isLeaving: boolean,
): Promise<SaveAnswer<Body>> {
  const response = await browserClient({ keepalive: canOutlivePage(body, isLeaving) }).call(saveUnit, {
    auth: as,
    params: { course, unit },
    body: { version, body: body as Record<string, unknown> },
  })
  return toSaveAnswer(response)
}

export const canOutlivePage = (body: object, isLeaving: boolean): boolean =>
  isLeaving && new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES

export function toSaveAnswer<Body>(response: ApiSuccess<{ data: { version: number } }> | ApiFailure): SaveAnswer<Body> {
  if (response.error === null) return { kind: 'saved', version: response.data.data.version }
  if (response.errorCode === 'VERSION_CONFLICT')
    return { kind: 'conflict', conflict: (response.data as { data: Conflict<Body> }).data }
  if (response.errorCode === 'FIELD_INVALID')
    return { kind: 'refused', fields: response.fields ?? {}, message: response.error }
  return response.status === 0 ? { kind: 'lost' } : { kind: 'failed', message: response.error }
}
