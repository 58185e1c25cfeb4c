/** The savers of this tab by their key: one that is not done goes on when its page is left, and when it is opened again. */
import type { UnitSaver } from '../draft/unit-saver.ts'

const savers = new Map<string, unknown>()

/** The saver of a key that is not done or knows a newer version than the page has loaded, else a new one. */
export function getUnitSaver<Body extends object>(
  key: string,
  loadedVersion: number,
  create: () => UnitSaver<Body>,
): UnitSaver<Body> {
  const existing = savers.get(key) as UnitSaver<Body> | undefined
  if (existing && (existing.getState().status !== 'saved' || existing.getVersion() > loadedVersion)) return existing
  const saver = create()
  savers.set(key, saver)
  return saver
}

/** The saver of a key, also of one whose page was left. */
export function findUnitSaver(key: string): Pick<UnitSaver<object>, 'getState' | 'getVersion'> | null {
  return (savers.get(key) as UnitSaver<object> | undefined) ?? null
}

/** After a course was deleted: another one may get its code. */
export function forgetUnitSavers(course: string): void {
  for (const key of savers.keys()) if (key.includes(`:${course}:`)) savers.delete(key)
}
