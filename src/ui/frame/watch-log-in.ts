/**
 * Behaviour of the log-in dialog beyond HTML: opening by URL, closing by Back, and replacements for browsers without
 * `command` or `closedby`. Returns a function that removes the listeners.
 */
type WatchLogInOptions = {
  /** The dialog has its own history entry. Not on pages with a router. */
  ownsHistoryEntry?: boolean
  /** Resolves when the panels are hydrated. The sign-up panel needs it before the dialog opens. */
  ready?: () => Promise<void>
}

export function watchLogIn(page: Document, { ownsHistoryEntry = false, ready }: WatchLogInOptions = {}): () => void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog#log-in')
  if (!dialog) return () => undefined

  let hasEntry = isLogInEntry(history.state)
  const controller = new AbortController()
  const listenerOptions = { signal: controller.signal }
  const show = () => {
    if (!dialog.open) dialog.showModal()
  }
  dialog.addEventListener('close', cleanUp, listenerOptions)
  if (ownsHistoryEntry) {
    dialog.addEventListener('toggle', pushEntry, listenerOptions)
    addEventListener('popstate', followHistory, listenerOptions)
  } else addEventListener('popstate', () => dialog.close(), listenerOptions)
  if (!('commandForElement' in HTMLButtonElement.prototype))
    page.addEventListener('click', openOnClick, listenerOptions)
  if (!('closedBy' in HTMLDialogElement.prototype))
    dialog.addEventListener('click', closeOnBackdropClick, listenerOptions)

  const logInParam = new URL(location.href).searchParams.get('login')
  const isOtherPanel = logInParam === 'sign-up' || logInParam === 'link'
  if (isOtherPanel && ready) void ready().finally(show)
  else if (logInParam === '1' || isOtherPanel || hasEntry) show()
  return () => controller.abort()

  function pushEntry() {
    const isOpenedByUrl = new URL(location.href).searchParams.has('login')
    if (!dialog?.open || hasEntry || isOpenedByUrl) return
    // The page must not jump back to its old scroll position when the dialog closes.
    history.scrollRestoration = 'manual'
    history.pushState({ logIn: true }, '')
    hasEntry = true
  }

  function followHistory(event: PopStateEvent) {
    hasEntry = isLogInEntry(event.state)
    if (hasEntry) return show()
    history.scrollRestoration = 'auto'
    dialog?.close()
  }

  function cleanUp() {
    if (hasEntry && ownsHistoryEntry) history.back()
    hasEntry = false
    const { pathname, searchParams, hash } = new URL(location.href)
    if (!searchParams.has('login')) return
    searchParams.delete('login')
    history.replaceState(history.state, '', `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`)
  }

  function openOnClick(event: Event) {
    if (event.target instanceof Element && event.target.closest('button[commandfor="log-in"]')) show()
  }

  function closeOnBackdropClick({ target, clientX: x, clientY: y }: MouseEvent) {
    if (!dialog || target !== dialog) return
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    if (x < left || x > right || y < top || y > bottom) dialog.close()
  }
}

export function openLogIn(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog#log-in')
  if (!dialog?.open) dialog?.showModal()
}

export function closeLogIn(page: Document): void {
  page.querySelector<HTMLDialogElement>('dialog#log-in')?.close()
}

const isLogInEntry = (state: unknown): boolean => typeof state === 'object' && state !== null && 'logIn' in state
