/** The `ref` of a heading that a script has brought: nobody's focus is left on a page that is gone. */
export function focusArrival(heading: HTMLElement | null): void {
  if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true })
}

/** The `ref` of a field that a press has just brought: it is what the person goes on with. */
export function focusHere(field: HTMLElement | null): void {
  field?.focus()
}
