/** Single-character keyboard shortcuts can be switched off for all pages (WCAG 2.1.4). */
const STORAGE_KEY = 'single_keys'
export const areSingleKeysOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'
export const setSingleKeys = (on: boolean) =>
  on ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, 'off')

/** Public pages have one such shortcut. The footer's switch is shown on pages where it works. */
export function offerKeySwitch(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('button[data-key-switch]')
  const field = page.querySelector('[data-slash]')
  if (!button || !field) return
  const updateButton = () => {
    button.textContent = areSingleKeysOn() ? 'Turn off the / key' : 'Turn on the / key'
    if (areSingleKeysOn()) field.setAttribute('aria-keyshortcuts', '/')
    else field.removeAttribute('aria-keyshortcuts')
  }
  button.addEventListener('click', () => {
    setSingleKeys(!areSingleKeysOn())
    updateButton()
  })
  updateButton()
  button.hidden = false
}
