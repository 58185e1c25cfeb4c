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
  /** It stays open meanwhile. */
  isBusy?: boolean
  onClose?: () => void
  children: ReactNode
}

/** A question of the studio in a modal dialog, which `showModal()` opens. */
export function StudioDialog({ ref, title, note, actions, cancelLabel, isBusy = false, onClose, children }: Props) {
  const id = useId()
  const close = () => !isBusy && ref.current?.close()
  return (
    <dialog
      className={styles.dialog}
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => isBusy && event.preventDefault()}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {note && <p>{note}</p>}
        <div>
          <Button look="bare" size="compact" aria-disabled={isBusy} onClick={close}>
            {cancelLabel}
          </Button>
          {actions}
        </div>
      </div>
      {/* The last one, so that the dialog opens with the focus on its first field. */}
      <button type="button" className={styles.close} aria-label="Close" aria-disabled={isBusy} onClick={close}>
        <X size={20} />
      </button>
    </dialog>
  )
}
