/** The `ref` of a heading that a script has brought: nobody's focus is left on a page that is gone. */
export function focusArrival(heading: HTMLElement | null): void {
  if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true })
}
