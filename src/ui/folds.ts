/** What unfolds over the page may stand before what has the focus: Esc puts it away from anywhere. A dialog takes its own. */
export function closeFoldsByEscape(page: Document): () => void {
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || page.querySelector('dialog:modal')) return
    for (const fold of page.querySelectorAll<HTMLDetailsElement>('details[data-over][open]')) {
      const hadFocus = fold.contains(page.activeElement)
      fold.open = false
      if (hadFocus) fold.querySelector('summary')?.focus()
    }
  }
  page.addEventListener('keydown', close)
  return () => page.removeEventListener('keydown', close)
}
