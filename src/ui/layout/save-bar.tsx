import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './save-bar.module.css'

type Props = {
  isDirty: boolean
  isBusy: boolean
  saveLabel?: string
  /** Without it, the button submits its form. */
  onSave?: () => void
  onDiscard: () => void
  /** Shown while every change is saved. */
  status?: ReactNode
  /** Shown while a change is not saved. */
  unsaved?: ReactNode
  children?: ReactNode
}

/** Saves or discards the changes of a form. Leaving the page with unsaved changes asks first. */
export function SaveBar({ isDirty, isBusy, saveLabel = 'Save', onSave, onDiscard, status, unsaved, children }: Props) {
  return (
    <div className={styles.bar}>
      <Button
        type={onSave ? 'button' : 'submit'}
        size="compact"
        aria-busy={isBusy}
        aria-disabled={!isDirty}
        onClick={() => isDirty && !isBusy && onSave?.()}
      >
        {saveLabel}
      </Button>
      {isDirty && (
        <Button look="quiet" size="compact" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      {children}
      <p role="status">{isDirty ? (unsaved ?? 'Unsaved changes') : status}</p>
      {isDirty && !isBusy && <LeaveGuard />}
    </div>
  )
}

function LeaveGuard() {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(true)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (isBlocked) dialog.current?.showModal()
  }, [isBlocked])
  useEffect(() => {
    const stopUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stopUnload)
    return () => removeEventListener('beforeunload', stopUnload)
  }, [])
  // The bar stands in a form, and a form may not contain the dialog's own.
  return createPortal(
    <Dialog
      ref={dialog}
      title="Leave without saving?"
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button type="submit" look="quiet">
            Keep editing
          </Button>
        </>
      }
    >
      <p>Your changes on this page are not saved yet.</p>
    </Dialog>,
    document.body,
  )
}
