import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './studio-dialog.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: ReactNode
  /** Beside the buttons. */
  note?: ReactNode
  /** Of the button that only closes the dialog. */
  cancelLabel: string
  /** The other buttons. */
  actions?: ReactNode
  onClose?: () => void
  children: ReactNode
}

/** A question of the studio in a modal dialog, which `showModal()` opens. */
export function StudioDialog({ ref, title, note, actions, cancelLabel, onClose, children }: Props) {
  const id = useId()
  return (
    <dialog className={styles.dialog} ref={ref} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={() => ref.current?.close()}>
          <X size={20} />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {note && <p>{note}</p>}
        <div>
          <Button look="bare" size="compact" onClick={() => ref.current?.close()}>
            {cancelLabel}
          </Button>
          {actions}
        </div>
      </div>
    </dialog>
  )
}
