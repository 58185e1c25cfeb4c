import { type ReactNode, type RefObject, useId } from 'react'
import styles from './dialog.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: ReactNode
  onClose?: () => void
  /** The buttons. A submit button closes the dialog. */
  actions: ReactNode
  children: ReactNode
}

/** A question in a modal dialog, which `showModal()` opens. */
export function Dialog({ ref, title, onClose, actions, children }: Props) {
  const id = useId()
  return (
    <dialog className={styles.dialog} ref={ref} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      {/* A dialog of a form's control must not submit that form. */}
      <form method="dialog" onSubmit={(event) => event.stopPropagation()}>
        {actions}
      </form>
    </dialog>
  )
}
