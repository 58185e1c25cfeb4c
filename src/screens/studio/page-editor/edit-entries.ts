/** Edits of a list: each returns a new list, or the same one if nothing changes. Pure. */

/** Swaps the entry with its neighbour. */
export function moveEntry<Entry>(entries: readonly Entry[], index: number, step: -1 | 1): readonly Entry[] {
  const to = index + step
  if (to < 0 || to >= entries.length) return entries
  const moved = [...entries]
  moved.splice(to, 0, ...moved.splice(index, 1))
  return moved
}

export function removeEntry<Entry>(entries: readonly Entry[], index: number): readonly Entry[] {
  return entries.filter((_entry, position) => position !== index)
}

/** At the end if the list has become shorter. */
export function insertEntry<Entry>(entries: readonly Entry[], index: number, entry: Entry): readonly Entry[] {
  return [...entries.slice(0, index), entry, ...entries.slice(index)]
}

/** Changes the entry with this key of `listEntryKeys`, wherever it is now. Nothing changes once it was removed. */
export function changeEntry<Entry>(
  entries: readonly Entry[],
  key: string,
  change: (entry: Entry) => Entry,
  getKey?: (entry: Entry) => string,
): readonly Entry[] {
  const index = listEntryKeys(entries, getKey).indexOf(key)
  return index < 0 ? entries : entries.map((entry, position) => (position === index ? change(entry) : entry))
}

/** One key for each entry, all different. Without `getKey` an entry has no identity but its place. */
export function listEntryKeys<Entry>(entries: readonly Entry[], getKey?: (entry: Entry) => string): string[] {
  if (!getKey) return entries.map((_entry, index) => String(index))
  const keys = entries.map(getKey)
  return keys.map((key, index) => `${key} ${keys.slice(0, index).filter((earlier) => earlier === key).length}`)
}

/** Whether no text is typed, and no photo is chosen. @param names of its texts */
export function isEmptyEntry(entry: object, names: readonly string[]): boolean {
  const { photo = null, ...texts } = entry as Record<string, unknown>
  return photo === null && names.every((name) => !texts[name])
}
