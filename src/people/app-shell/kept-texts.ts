/** Text that the server has not acknowledged, which the browser keeps by person, course and part. docs/contract §36. */
import type { KeyValueStorage } from '#http/client.ts'

const PREFIX = 'understudy:draft:'

type Place = { personId: string; course: string; unit: string }

export function getKeptTextKey({ personId, course, unit }: Place): string {
  return `${PREFIX}${personId}:${course}:${unit}`
}

/** Whether the browser keeps text of this part that the server has not acknowledged. */
export function hasKeptText(storage: Pick<KeyValueStorage, 'getItem'>, place: Place): boolean {
  try {
    return storage.getItem(getKeptTextKey(place)) !== null
  } catch {
    return false
  }
}

type KeptTexts = Pick<Storage, 'length' | 'key'> & Pick<KeyValueStorage, 'removeItem'>

export function hasKeptTexts(storage: KeptTexts, personId: string): boolean {
  return listKeys(storage, personId).length > 0
}

export function deleteKeptTexts(storage: KeptTexts, personId: string): void {
  for (const key of listKeys(storage, personId)) storage.removeItem(key)
}

function listKeys(storage: KeptTexts, personId: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)!).filter((key) =>
    key.startsWith(`${PREFIX}${personId}:`),
  )
}
