/** A hand that rests moves this far at most, in CSS pixels. Who moves further draws the press back. */
const STILL_PX = 10
const CONTROLS = 'a[href], button, summary, label, input'

type Press = { control: Element; x: number; y: number; top: number; left: number }

/**
 * A press counts for the control on which it began, also if the page moves that control away before the press ends:
 * a field that is left may show its error then, and a part of the page may arrive. Browsers send such a click to
 * neither place.
 */
export function keepPresses(page: Document): void {
  let press: Press | null = null
  let isMissed = false

  page.addEventListener('mousedown', (event) => (press = startPress(event)), { capture: true })
  page.addEventListener(
    'mouseup',
    (event) => {
      const ended = press
      press = null
      if (!ended || !isMoved(ended, event)) return
      isMissed = true
      // After the click that the browser sends to an ancestor of both places.
      setTimeout(() => {
        isMissed = false
        ended.control.dispatchEvent(new MouseEvent('click', event))
      })
    },
    { capture: true },
  )
  page.addEventListener(
    'click',
    (event) => {
      if (!isMissed || !event.isTrusted) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

function startPress({ target, button, clientX: x, clientY: y }: MouseEvent): Press | null {
  const control = button === 0 && target instanceof Element ? target.closest(CONTROLS) : null
  if (!control) return null
  const { top, left } = control.getBoundingClientRect()
  return { control, x, y, top, left }
}

function isMoved({ control, x, y, top, left }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  const now = control.getBoundingClientRect()
  return (
    control.isConnected &&
    target instanceof Node &&
    !control.contains(target) &&
    Math.hypot(clientX - x, clientY - y) < STILL_PX &&
    (now.top !== top || now.left !== left)
  )
}
