import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; leaveLabel: string; stayLabel: string; children: ReactNode }

/** While it is shown, leaving the page asks first. */
export function LeaveGuard({ title, leaveLabel, stayLabel, children }: Props) {
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
  // It may stand in a form, and a form may not contain the dialog's own.
  return createPortal(
    <Dialog
      ref={dialog}
      title={title}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            {leaveLabel}
          </Button>
          <Button type="submit" look="quiet">
            {stayLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>,
    document.body,
  )
}
