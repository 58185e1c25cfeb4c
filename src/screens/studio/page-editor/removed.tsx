import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './page-editor.module.css'

type Props = {
  /** There is no room to put it back. */
  isFull?: boolean
  onUndo: () => void
  /** A short sentence about what was removed. */
  children: ReactNode
}

export function Removed({ isFull = false, onUndo, children }: Props) {
  return (
    <div className={styles.removed}>
      <p>{children}</p>
      <Button look="bare" size="compact" disabled={isFull} onClick={onUndo}>
        <Undo2 size={16} /> Undo
      </Button>
    </div>
  )
}
