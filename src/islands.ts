/**
 * All the script that a document has. At once: the visitor's own time and whether someone is logged
 * in. On the first touch: React, and the parts marked `data-island`, which work before that as HTML.
 */
import { isSameZone, placeOf } from '#domain/schedule.ts'
import { keepAttribution } from '#http/attribution.ts'
import { closeLogIn, watchLogIn } from '#ui/log-in-opening.ts'
import { type WhenForm, whenText } from '#ui/when-text.ts'

const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin', 'touchstart']
let awake: Promise<void> | undefined

// A document has no router that would take in a changed file.
import.meta.hot?.on('react-router:hmr', () => location.reload())

keepAttribution(sessionStorage, location.search)
tellTimes(zoneHere())
tellSession()
// Before the dialog: one that the address opens takes the focus, and is touched by that.
for (const touch of FIRST_TOUCH) addEventListener(touch, startWaking, { capture: true, passive: true })
watchLogIn(document, { keepsHistory: true, ready: startWaking })
addEventListener('storage', tellSession)
addEventListener('load', goOn)
moveRails()
yieldBuyBar()
tellHeights()
keepDrafts()
void findAnswers()
void askConsent()
addEventListener('keydown', findBySlash)
for (const touch of FIRST_TOUCH) addEventListener(touch, startWaking, { capture: true, passive: true })
addEventListener('submit', holdForm, { capture: true })
for (const stir of ['pointermove', 'scroll', ...FIRST_TOUCH]) addEventListener(stir, tellPrices, { passive: true })

function startWaking(): Promise<void> {
  awake ??= wake()
  return awake
}

function tellTimes(zone: string): void {
  for (const time of all<HTMLTimeElement>('time[data-local]')) {
    time.textContent = whenText(time.dateTime, zone, time.dataset.local as WhenForm, time.dataset.end)
  }
  for (const place of all('[data-zone-name]')) place.textContent = placeOf(zone)
  for (const told of all('[data-class-zone]')) told.hidden = isSameZone(told.dataset.classZone ?? '', zone)
  for (const label of all('[data-your-time]')) label.textContent = label.dataset.yourTime ?? ''
}

function tellSession(): void {
  const isLoggedIn = localStorage.getItem('access_token') !== null
  for (const part of all('[data-logged-in]')) part.hidden = !isLoggedIn
  for (const part of all('[data-logged-out]')) part.hidden = isLoggedIn
}

async function tellPrices(): Promise<void> {
  for (const stir of ['pointermove', 'scroll', ...FIRST_TOUCH]) removeEventListener(stir, tellPrices)
  if (!document.querySelector('[data-local-price]')) return
  const { tellLocalPrices } = await import('#features/storefront/local-prices.ts')
  await tellLocalPrices(document, zoneHere())
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Whoever is enrolled already goes on instead of in. */
async function goOn(): Promise<void> {
  if (!localStorage.getItem('access_token') || !document.querySelector('[data-enrol]')) return
  const { continueHere } = await import('#features/portal/continue-here.ts')
  await continueHere(document)
}

/** The dialog gives the focus back to what opened it; where that is gone now, its place takes it. */
function enter(): void {
  closeLogIn(document)
  const place = document.activeElement?.closest('[data-logged-out]')?.parentElement
  tellSession()
  place?.querySelector<HTMLElement>('[data-logged-in] a')?.focus({ preventScroll: true })
  void goOn()
}

/** The rail scrolls by hand and key; its two buttons come with the script that makes them work. */
function moveRails(): void {
  for (const button of all<HTMLButtonElement>('button[data-rail]')) {
    const rail = document.getElementById(button.getAttribute('aria-controls') ?? '')
    if (!rail) continue
    const isBack = button.dataset.rail === 'back'
    const edge = () => (isBack ? rail.scrollLeft < 8 : rail.scrollLeft + rail.clientWidth > rail.scrollWidth - 8)
    const settle = () => {
      button.disabled = edge()
    }
    button.hidden = rail.scrollWidth <= rail.clientWidth
    button.addEventListener('click', () => rail.scrollBy(isBack ? -372 : 372, 0))
    rail.addEventListener('scroll', settle, { passive: true })
    settle()
  }
}

/** On a phone the bar makes way while the card's own button can be seen. */
function yieldBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]')
  const button = document.querySelector('[data-buy-button]')
  if (!bar || !button) return
  new IntersectionObserver(([seen]) => {
    bar.hidden = seen?.isIntersecting === true
  }).observe(button)
}

/** For its place while the page moves on: its style knows what to do with its height. */
function tellHeights(): void {
  const observer = new ResizeObserver((seen) => {
    for (const { target } of seen) {
      const part = target as HTMLElement
      part.style.setProperty('--whole', `${part.offsetHeight}px`)
    }
  })
  for (const part of all('[data-stays]')) observer.observe(part)
}

/** What is typed before its part is awake outlives a reload too. */
function keepDrafts(): void {
  for (const box of all<HTMLTextAreaElement>('[data-draft]')) {
    const name = box.dataset.draft ?? ''
    box.value ||= sessionStorage.getItem(name) ?? ''
    box.addEventListener('input', () => sessionStorage.setItem(name, box.value))
  }
}

/** Only a page of questions has the field, and only it loads what makes it work. */
async function findAnswers(): Promise<void> {
  if (!document.getElementById('find')) return
  const { findAnswers: begin } = await import('#features/storefront/find-answers.ts')
  begin(document)
}

/** Only where something of others is configured, or a memory: elsewhere nobody is asked, and nothing is loaded to ask. */
async function askConsent(): Promise<void> {
  const told = document.querySelector<HTMLMetaElement>('meta[name="third-party"]')?.content
  if (!told) return
  const { watchConsent } = await import('#features/consent/watch.ts')
  watchConsent(told)
}

async function askForCards(): Promise<void> {
  if (!document.querySelector('[data-catalogue]')) return
  const { askForCards: begin } = await import('#features/storefront/ask-for-cards.ts')
  begin(document, () => {
    tellTimes(zoneHere())
    void tellPrices()
  })
}

/** Unless it is switched off: src/ui/single-keys.ts, which is not loaded for that alone. */
function findBySlash(event: KeyboardEvent): void {
  const isTyping = (event.target as Element).closest?.('input, select, textarea, dialog')
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  if (localStorage.getItem('single_keys') === 'off') return
  const field = document.querySelector<HTMLElement>('[data-slash]')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** A form that is sent before its part is awake waits for it, and is then sent as if pressed again. */
function holdForm(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!form.closest('[data-island]')) return
  event.preventDefault()
  void startWaking().then(() => form.requestSubmit())
}

async function wake(): Promise<void> {
  for (const touch of FIRST_TOUCH) removeEventListener(touch, startWaking, { capture: true })
  void askForCards()
  const { closeFoldsByEscape, offerKeySwitch, wakeParts } = await import('./island-parts.ts')
  offerKeySwitch(document)
  closeFoldsByEscape(document)
  await wakeParts(enter)
  removeEventListener('submit', holdForm, { capture: true })
}

function all<Kind extends HTMLElement>(selector: string): NodeListOf<Kind> {
  return document.querySelectorAll<Kind>(selector)
}
