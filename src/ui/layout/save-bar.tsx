import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { LeaveGuard } from './leave-guard.tsx'
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
      {isDirty && !isBusy && (
        <LeaveGuard title="Leave without saving?" leaveLabel="Leave without saving" stayLabel="Keep editing">
          <p>Your changes on this page are not saved yet.</p>
        </LeaveGuard>
      )}
    </div>
  )
}
