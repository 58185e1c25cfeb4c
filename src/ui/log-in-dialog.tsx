import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import styles from './log-in-dialog.module.css'
import { watchLogIn } from './log-in-opening.ts'
import { emptyHtml } from './trusted-types.ts'

type Props = {
  /** Makes what the server wrote live. */
  wake: () => Promise<void>
  /** The server's part: a browser keeps what it was sent. */
  children: ReactNode
}

export function LogInDialog({ wake, children }: Props) {
  useEffect(() => {
    const forget = wakeOnTouch(wake)
    const letGo = watchLogIn(document, { ready: wake })
    return () => {
      letGo()
      forget()
    }
  }, [wake])
  const panels = import.meta.env.SSR ? { children } : KEPT

  return (
    <dialog className={styles.dialog} id="log-in" aria-labelledby="log-in-title" closedby="any">
      <div data-island="log-in" {...panels} />
      <form className={styles.leave} method="dialog">
        <button className={styles.close} type="submit" aria-label="Close">
          <X size={20} aria-hidden="true" />
        </button>
      </form>
    </dialog>
  )
}

const KEPT = { dangerouslySetInnerHTML: { __html: emptyHtml }, suppressHydrationWarning: true }

/** The first field takes the focus when the dialog opens. A form that is sent before it is awake is sent again. */
function wakeOnTouch(wake: () => Promise<void>): () => void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#log-in')
  const listening = new AbortController()
  const on = { capture: true, signal: listening.signal }
  let isAwake = false
  let waking: Promise<void> | undefined
  const start = () => {
    waking ??= wake().then(() => {
      isAwake = true
    })
    return waking
  }
  dialog?.addEventListener('focusin', start, on)
  dialog?.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (isAwake || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
      event.preventDefault()
      void start().then(() => form.requestSubmit())
    },
    on,
  )
  return () => listening.abort()
}

export function LogInHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id="log-in-title">{title}</h2>
      <p>{children}</p>
    </div>
  )
}
