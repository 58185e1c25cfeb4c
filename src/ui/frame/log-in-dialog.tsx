import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { emptyHtml } from '../browser/trusted-types.ts'
import styles from './log-in-dialog.module.css'
import { watchLogIn } from './watch-log-in.ts'

type Props = {
  /** Hydrates the server's HTML. */
  hydrate: () => Promise<void>
  /** Rendered by the server only: a browser keeps the HTML it received. */
  children: ReactNode
}

export function LogInDialog({ hydrate, children }: Props) {
  useEffect(() => {
    // Opening the dialog focuses it: both ask for the same hydration.
    let hydration: Promise<void> | undefined
    const start = () => (hydration ??= hydrate())
    const stopHydration = hydrateOnFocus(start)
    const stopWatching = watchLogIn(document, { ready: start })
    return () => {
      stopWatching()
      stopHydration()
    }
  }, [hydrate])
  const panels = import.meta.env.SSR ? { children } : SERVER_HTML

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

const SERVER_HTML = { dangerouslySetInnerHTML: { __html: emptyHtml }, suppressHydrationWarning: true }

/**
 * Hydrates the dialog on its first focus, which opening it causes. A form sent before that is sent again.
 *
 * @param hydrate the same promise each time
 */
function hydrateOnFocus(hydrate: () => Promise<void>): () => void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#log-in')
  const controller = new AbortController()
  const listenerOptions = { capture: true, signal: controller.signal }
  let isHydrated = false
  const start = async () => {
    await hydrate()
    isHydrated = true
  }
  dialog?.addEventListener('focusin', start, listenerOptions)
  dialog?.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (isHydrated || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
      event.preventDefault()
      event.stopPropagation()
      void start().then(() => form.requestSubmit())
    },
    listenerOptions,
  )
  return () => controller.abort()
}

export function LogInHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id="log-in-title">{title}</h2>
      <p>{children}</p>
    </div>
  )
}
