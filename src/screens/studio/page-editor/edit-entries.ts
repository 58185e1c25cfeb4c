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

export function replaceEntry<Entry>(entries: readonly Entry[], index: number, entry: Entry): readonly Entry[] {
  return entries.map((other, position) => (position === index ? entry : other))
}
