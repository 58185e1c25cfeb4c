/** The outline of a course as its teacher edits it: it saves itself, and its last changes can be undone. */
import { useEffect, useState } from 'react'
import { type DraftPlace, useUnit } from '../draft/use-unit.ts'
import { type Outline, undoChange } from './edit-outline.ts'

/** `moduleKey`: where the change is shown. Null: at the end of the page. */
export type Change = { words: string; moduleKey: string | null }
type PastChange = Change & { before: Outline; after: Outline }

const MAX_CHANGES = 50

/** @param publication the number of the last version. A lesson that a version lacks cannot come back, so an undo ends with it. */
export function useOutline(
  place: Omit<DraftPlace, 'unit'>,
  start: { version: number; body: object },
  publication: number | null,
) {
  const unit = useUnit<Outline>({ ...place, unit: 'outline' }, start)
  const { saver, state } = unit
  const [past, setPast] = useState<readonly PastChange[]>([])

  /** `change`: how the page calls what was done, if it can be undone. */
  function edit(getNext: (outline: Outline) => Outline, change?: Change): void {
    const before = saver.getState().body
    const next = getNext(before)
    if (next === before) return
    if (change) setPast((earlier) => [...earlier, { ...change, before, after: next }].slice(-MAX_CHANGES))
    saver.change(next)
  }

  function undo(): PastChange | null {
    const last = past.at(-1)
    if (!last) return null
    setPast(past.slice(0, -1))
    saver.change(undoChange(saver.getState().body, last.before, last.after))
    return last
  }
  // In a conflict, changes of another outline cannot be undone.
  const isInConflict = state.conflict !== null
  useEffect(() => {
    if (isInConflict) setPast([])
  }, [isInConflict])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each publication ends the undo.
  useEffect(() => setPast([]), [publication])
  return { ...unit, edit, undo, last: past.at(-1) ?? null }
}
export type OutlineEditor = ReturnType<typeof useOutline>
