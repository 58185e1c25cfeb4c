/** The outline of a course as its teacher edits it: it saves itself, and its last changes can be undone. */
import { useEffect, useState } from 'react'
import { isSame } from '../draft/unit-saver.ts'
import { type DraftPlace, useUnit } from '../draft/use-unit.ts'
import { isUndoable, listMadeLessons, type Outline, undoChange } from './edit-outline.ts'

/** `moduleKey`: where the change is shown. Null: at the end of the page. */
export type Change = { words: string; moduleKey: string | null }
type PastChange = Change & { before: Outline; after: Outline }
/** A change that was just undone: the outlines before and after that. */
type UndoneChange = Change & { from: Outline; to: Outline; change: PastChange }

const MAX_CHANGES = 50

type Options = {
  /** The number of the last version. A lesson that a version lacks cannot come back, so an undo ends with it. */
  publication: number | null
  /** Whether somebody has worked on the content of a lesson since it was made. An undo would take that work away. */
  hasNewContent: (key: string) => boolean
}

export function useOutline(
  place: Omit<DraftPlace, 'unit'>,
  start: { version: number; body: object },
  { publication, hasNewContent }: Options,
) {
  const unit = useUnit<Outline>({ ...place, unit: 'outline' }, start)
  const { saver, state } = unit
  const [past, setPast] = useState<readonly PastChange[]>([])
  const [undone, setUndone] = useState<UndoneChange | null>(null)

  /** `change`: how the page calls what was done, if it can be undone. */
  function edit(getNext: (outline: Outline) => Outline, change?: Change): void {
    const before = saver.getState().body
    const next = getNext(before)
    if (next === before) return
    if (change) setPast((earlier) => [...earlier, { ...change, before, after: next }].slice(-MAX_CHANGES))
    setUndone(null)
    saver.change(next)
  }

  const findLast = (now: Outline) =>
    past.findLast(
      ({ before, after }) => isUndoable(now, before, after) && !listMadeLessons(before, after).some(hasNewContent),
    ) ?? null

  function undo(): PastChange | null {
    const from = saver.getState().body
    const last = findLast(from)
    if (!last) return null
    const to = undoChange(from, last.before, last.after)
    setPast(past.filter((change) => change !== last))
    setUndone({ ...last, from, to, change: last })
    saver.change(to)
    return last
  }

  /** Puts back what was just undone. Not where that deletes a lesson: deleting has its own undo. */
  function redo(): UndoneChange | null {
    if (!redoable) return null
    setPast([...past, redoable.change])
    setUndone(null)
    saver.change(redoable.from)
    return redoable
  }
  const redoable =
    undone && isSame(undone.to, state.body) && listMadeLessons(undone.from, undone.to).length === 0 ? undone : null

  // In a conflict, changes of another outline cannot be undone.
  const isInConflict = state.conflict !== null
  useEffect(() => {
    if (isInConflict) setPast([])
  }, [isInConflict])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each publication ends the undo.
  useEffect(() => setPast([]), [publication])
  return { ...unit, edit, undo, redo, last: findLast(state.body), redoable }
}
export type OutlineEditor = ReturnType<typeof useOutline>
