/** Single letters and / as keys can be switched off, on every page at once: WCAG 2.1.4. */
const KEPT = 'single_keys'
export const areKeysOn = () => localStorage.getItem(KEPT) !== 'off'
export const switchKeys = (on: boolean) => (on ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, 'off'))

/** Public pages have one such key; where it leads anywhere, their foot has its switch. */
export function offerKeySwitch(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('button[data-key-switch]')
  const field = page.querySelector('[data-slash]')
  if (!button || !field) return
  const tell = () => {
    button.textContent = areKeysOn() ? 'Turn off the / key' : 'Turn on the / key'
    if (areKeysOn()) field.setAttribute('aria-keyshortcuts', '/')
    else field.removeAttribute('aria-keyshortcuts')
  }
  button.addEventListener('click', () => {
    switchKeys(!areKeysOn())
    tell()
  })
  tell()
  button.hidden = false
}
