/** Esc closes an open menu, wherever the focus is. A modal dialog handles Esc itself. */
export function closeMenusOnEscape(page: Document): () => void {
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || page.querySelector('dialog:modal')) return
    for (const menu of page.querySelectorAll<HTMLDetailsElement>('details[data-over][open]')) {
      const hadFocus = menu.contains(page.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
  }
  page.addEventListener('keydown', close)
  return () => page.removeEventListener('keydown', close)
}
