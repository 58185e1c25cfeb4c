/**
 * What the log-in dialog needs beyond its own HTML: the address that opens it, the Back that closes it,
 * and what browsers without `command` or `closedby` leave out. Answers how to let go of it.
 */
type Ways = {
  /** The dialog has an entry of its own in the history. Not where a router keeps it. */
  keepsHistory?: boolean
  /** Waited for before a panel opens that only a script can show. */
  ready?: () => Promise<void>
}

export function watchLogIn(page: Document, { keepsHistory = false, ready }: Ways = {}): () => void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog#log-in')
  if (!dialog) return () => undefined

  let hasEntry = isOurs(history.state)
  const listening = new AbortController()
  const on = { signal: listening.signal }
  const show = () => {
    if (!dialog.open) dialog.showModal()
  }
  dialog.addEventListener('close', tidy, on)
  if (keepsHistory) {
    dialog.addEventListener('toggle', keepEntry, on)
    addEventListener('popstate', follow, on)
  } else addEventListener('popstate', () => dialog.close(), on)
  if (!('commandForElement' in HTMLButtonElement.prototype)) page.addEventListener('click', openByHand, on)
  if (!('closedBy' in HTMLDialogElement.prototype)) dialog.addEventListener('click', closeByHand, on)

  const asked = new URL(location.href).searchParams.get('login')
  if (asked === 'sign-up' && ready) void ready().finally(show)
  else if (asked === '1' || asked === 'sign-up' || hasEntry) show()
  return () => listening.abort()

  function keepEntry() {
    const isAsked = new URL(location.href).searchParams.has('login')
    if (!dialog?.open || hasEntry || isAsked) return
    // The page must not jump to where it stood when the dialog opened: it may have been scrolled since.
    history.scrollRestoration = 'manual'
    history.pushState({ logIn: true }, '')
    hasEntry = true
  }

  function follow(event: PopStateEvent) {
    hasEntry = isOurs(event.state)
    if (hasEntry) return show()
    history.scrollRestoration = 'auto'
    dialog?.close()
  }

  function tidy() {
    if (hasEntry && keepsHistory) history.back()
    hasEntry = false
    const { pathname, searchParams, hash } = new URL(location.href)
    if (!searchParams.has('login')) return
    searchParams.delete('login')
    history.replaceState(history.state, '', `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`)
  }

  function openByHand(event: Event) {
    if (event.target instanceof Element && event.target.closest('button[commandfor="log-in"]')) show()
  }

  function closeByHand({ target, clientX: x, clientY: y }: MouseEvent) {
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

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'logIn' in state
