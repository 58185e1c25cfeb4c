/** The savers of this tab by their key: one that is not done goes on when its page is left, and when it is opened again. */
import type { UnitSaver } from '../draft/unit-saver.ts'

const savers = new Map<string, unknown>()

/** The saver of a key that is not done, else a new one. */
export function getUnitSaver<Body extends object>(key: string, create: () => UnitSaver<Body>): UnitSaver<Body> {
  const existing = savers.get(key) as UnitSaver<Body> | undefined
  if (existing && existing.getState().status !== 'saved') return existing
  const saver = create()
  savers.set(key, saver)
  return saver
}
