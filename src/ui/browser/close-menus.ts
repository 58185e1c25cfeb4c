import type { FocusEvent, KeyboardEvent as MenuKeyEvent } from 'react'

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

/** A menu closes when the focus leaves it. Its content needs a `tabIndex`, so that a press on it keeps the focus inside. */
export function closeMenuOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

/** Esc closes the menu that has the focus. */
export function closeMenuOnEscape(event: MenuKeyEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.preventDefault()
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}
