import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import type { OutlineModule } from './edit-outline.ts'

type Props = {
  /** The title of the lesson. */
  title: string
  modules: readonly OutlineModule[]
  onMove: (moduleKey: string) => void
  onClose: () => void
}

/** Asks for the module to which a lesson moves. */
export function MoveDialog({ title, modules, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <Dialog
      ref={dialog}
      title={`Move “${title}”`}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" look="quiet">
            Cancel
          </Button>
          <Button type="submit" onClick={() => onMove(select.current?.value ?? '')}>
            Move
          </Button>
        </>
      }
    >
      <SelectField ref={select} name="module" idPrefix="move" label="To the end of">
        {modules.map((module, index) => (
          <option key={module.key} value={module.key}>
            {module.title || `Module ${index + 1}`}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}
