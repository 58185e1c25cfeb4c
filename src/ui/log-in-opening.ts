/** What the log-in dialog needs beyond its own HTML; answers how to let go of it. */
export function watchLogIn(page: Document): () => void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog#log-in')
  if (!dialog) return () => undefined

  const address = new URL(location.href)
  if (address.searchParams.get('login') === '1' && !dialog.open) dialog.showModal()
  const tidy = () => {
    const { pathname, searchParams, hash } = new URL(location.href)
    if (!searchParams.has('login')) return
    searchParams.delete('login')
    history.replaceState(history.state, '', `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`)
  }
  const open = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button[commandfor="log-in"]') : null
    if (button && !dialog.open) dialog.showModal()
  }
  const isNative = 'commandForElement' in HTMLButtonElement.prototype
  dialog.addEventListener('close', tidy)
  if (!isNative) page.addEventListener('click', open)
  return () => {
    dialog.removeEventListener('close', tidy)
    page.removeEventListener('click', open)
  }
}
