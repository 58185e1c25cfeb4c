/** The `ref` of a new page's heading: takes the focus if the previous page's focus is gone. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true })
}

/** The `ref` of a field that a press has just shown: takes the focus. */
export function focusField(field: HTMLElement | null): void {
  field?.focus()
}
