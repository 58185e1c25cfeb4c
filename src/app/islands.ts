/**
 * The whole script of a document. At once: the visitor's local times and log-in state. On the first interaction:
 * React, and the parts marked `data-island`, which work as HTML before.
 */
import { getZoneCity, isSameZone } from '#domain/dates/zone-name.ts'
import { saveAttribution } from '#http/attribution.ts'
import type { LoggedInPeople } from '#http/browser/stored-tokens.ts'
import { watchPeople } from '#http/browser/watch-people.ts'
import { keepPresses } from '#ui/browser/keep-presses.ts'
import { formatTime, type TimeFormat } from '#ui/format-time.ts'
import { closeLogIn, watchLogIn } from '#ui/frame/watch-log-in.ts'

const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin', 'touchstart']
let hydration: Promise<void> | undefined
let freshAt = Date.now()
/** A page is brought up to date at most this often: the revalidation interval of docs/specification.md §9. */
const REFRESH_MS = 300_000

// A document has no router that could apply a changed file.
import.meta.hot?.on('react-router:hmr', () => location.reload())

const campaign = saveAttribution(sessionStorage, location.search)
void showTimes(getVisitorZone())
showSession()
// Before the dialog, because a dialog opened by the URL takes the focus, which counts as an interaction.
for (const touch of FIRST_TOUCH) addEventListener(touch, startHydration, { capture: true, passive: true })
watchLogIn(document, { ownsHistoryEntry: true, ready: startHydration })
watchPeople(showOtherPerson)
keepPresses(document)
addEventListener('load', showContinueLinks)
addEventListener('load', startLateIslands)
// Also when the browser goes back to a page that it has kept.
addEventListener('pageshow', showOpenOrder)
moveRails()
toggleBuyBar()
trackHeights()
saveDrafts()
void startConsent()
addEventListener('keydown', focusSearchOnSlash)
addEventListener('submit', delayForm, { capture: true })
addEventListener('click', playPreview)
for (const eventName of ['pointermove', 'scroll', ...FIRST_TOUCH])
  addEventListener(eventName, showPrices, { passive: true })
addEventListener('visibilitychange', refreshOldPage)

const loadPrices = () => import('#screens/storefront/market/local-prices.ts')
void showRememberedPrices()

const loadLateIslands = () => import('#screens/storefront/browser/late-islands.ts')

async function refreshOldPage(): Promise<void> {
  if (document.hidden || Date.now() - freshAt < REFRESH_MS) return
  freshAt = Date.now()
  await (await loadLateIslands()).refreshCourses(document, getVisitorZone(), showNewCards)
}

async function startLateIslands(): Promise<void> {
  // Alone, because the other parts bring React with them.
  if (document.getElementById('find'))
    (await import('#screens/storefront/information/find-answers.ts')).startAnswerSearch(document)
  if (
    campaign ||
    location.search.includes('promo=') ||
    document.querySelector('[data-referrals],[data-check-signature]')
  )
    await (await loadLateIslands()).startLateIslands(document, location.search, campaign)
}

function showNewCards(): void {
  void showTimes(getVisitorZone())
  void showPrices()
}

async function showOpenOrder(): Promise<void> {
  if (sessionStorage.getItem('enrolment')?.includes('"paying"'))
    await (await import('#sell/checkout/browser/show-open-order.ts')).showOpenOrder(document)
}

/** Loads the player of a preview lesson when its button is pressed. */
async function playPreview({ target }: Event): Promise<void> {
  const button = (target as Element).closest('[data-preview] button')
  if (button?.ariaBusy !== 'false') return
  button.ariaBusy = 'true'
  try {
    const { startPreview } = await import('#learn/lessons/browser/start-preview.tsx')
    startPreview(button.closest<HTMLElement>('[data-preview]')!)
  } catch (error) {
    button.ariaBusy = 'false'
    throw error
  }
}

function startHydration(): Promise<void> {
  hydration ??= hydrate()
  return hydration
}

/**
 * All at once: a time of the visitor never stands under the name of another zone. Meetings that cannot be formatted
 * keep the zone that they name.
 */
async function showTimes(zone: string): Promise<void> {
  const meetings = all<HTMLTimeElement>('time[data-meetings]')
  if (meetings.length > 0) {
    const loaded = await import('#ui/format-meetings.ts').catch(() => null)
    for (const time of loaded ? meetings : [])
      time.textContent = loaded!.formatMeetings(time.dataset.meetings!.split(' '), zone)
  }
  for (const time of all<HTMLTimeElement>('time[data-local]')) {
    time.textContent = formatTime(time.dateTime, zone, time.dataset.local as TimeFormat, time.dataset.end)
  }
  for (const element of all('[data-zone-name]')) element.textContent = getZoneCity(zone)
  for (const classTime of all('[data-class-zone]'))
    classTime.hidden = isSameZone(classTime.dataset.classZone ?? '', zone)
  for (const label of all('[data-your-time]')) label.textContent = label.dataset.yourTime ?? ''
}

function showSession(): void {
  const isLearner = localStorage.getItem('access_token') !== null
  const isAdmin = localStorage.getItem('admin_access_token') !== null
  for (const part of all('[data-logged-in]')) part.hidden = !isLearner && !isAdmin
  // An admin can still log in as the learner that they also are.
  for (const part of all('[data-logged-out]')) part.hidden = isLearner
}

/** A stranger's page shows nothing about a person yet, so that typed text can stay. */
async function showOtherPerson(before: LoggedInPeople): Promise<void> {
  if (before.learner !== null) return location.reload()
  showSession()
  await showContinueLinks()
}

async function showPrices(): Promise<void> {
  for (const eventName of ['pointermove', 'scroll', ...FIRST_TOUCH]) removeEventListener(eventName, showPrices)
  if (!document.querySelector('[data-local-price]')) return
  await (await loadPrices()).showLocalPrices(document)
}

/** On the next pages of a tab that knows the rate. */
async function showRememberedPrices(): Promise<void> {
  if (sessionStorage.getItem('local_rate')) (await loadPrices()).showRememberedPrices(document)
}

function getVisitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Replaces the enrol link by a link to the portal for a learner who is already enrolled. */
async function showContinueLinks(): Promise<void> {
  if (!localStorage.getItem('access_token') || !document.querySelector('[data-enrol]')) return
  const [links, hooks] = await Promise.all([
    import('#screens/portal/show-continue-links.ts'),
    import('#sell/checkout/session/client-hooks.ts'),
  ])
  // The learner's session may have expired.
  hooks.registerCheckoutHooks()
  await links.showContinueLinks(document)
}

/** The dialog returns focus to its opener. If the opener is now hidden, the portal link beside it gets the focus. */
function handleLogIn(): void {
  closeLogIn(document)
  const element = document.activeElement?.closest('[data-logged-out]')?.parentElement
  showSession()
  element?.querySelector<HTMLElement>('[data-logged-in] a')?.focus({ preventScroll: true })
  void showContinueLinks()
}

/** The rail scrolls by touch and keyboard. Its two buttons are shown once this script works. */
function moveRails(): void {
  for (const button of all<HTMLButtonElement>('button[data-rail]')) {
    const rail = document.getElementById(button.getAttribute('aria-controls') ?? '')
    if (!rail) continue
    const isBack = button.dataset.rail === 'back'
    const isAtEdge = () => (isBack ? rail.scrollLeft < 8 : rail.scrollLeft + rail.clientWidth > rail.scrollWidth - 8)
    const updateButton = () => {
      button.disabled = isAtEdge()
    }
    button.hidden = rail.scrollWidth <= rail.clientWidth
    button.addEventListener('click', () => rail.scrollBy(isBack ? -372 : 372, 0))
    rail.addEventListener('scroll', updateButton, { passive: true })
    updateButton()
  }
}

/** On a phone the bar is hidden while the card's own button is visible. */
function toggleBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]')
  const button = document.querySelector('[data-buy-button]')
  if (!bar || !button) return
  new IntersectionObserver(([entry]) => {
    bar.hidden = entry?.isIntersecting === true
  }).observe(button)
}

/** Sets the height of a sticky part as a custom property for its stylesheet. */
function trackHeights(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const part = target as HTMLElement
      part.style.setProperty('--whole', `${part.offsetHeight}px`)
    }
  })
  for (const part of all('[data-stays]')) observer.observe(part)
}

/** Saves text that is typed before hydration, so that it survives a reload. It ends with the session of its person. */
function saveDrafts(): void {
  for (const box of all<HTMLTextAreaElement>('[data-draft]')) {
    const name = box.dataset.draft ?? ''
    box.value ||= sessionStorage.getItem(name) ?? ''
    box.addEventListener('input', () => sessionStorage.setItem(name, box.value))
  }
}

/** Loads the consent script only if third-party scripts or stored attribution are configured. */
async function startConsent(): Promise<void> {
  const consentOptions = document.querySelector<HTMLMetaElement>('meta[name="third-party"]')?.content
  if (!consentOptions) return
  const { watchConsent } = await import('#people/consent/watch.ts')
  watchConsent(consentOptions)
}

async function startCatalogueCards(): Promise<void> {
  if (!document.querySelector('[data-catalogue]')) return
  const { startCatalogueCards: start } = await import('#screens/storefront/catalogue/hydrate-catalogue.ts')
  start(document, showNewCards)
}

/** Can be switched off by src/ui/browser/single-keys.ts, which is not loaded for this check. */
function focusSearchOnSlash(event: KeyboardEvent): void {
  const isTyping = (event.target as Element).closest?.('input, select, textarea, dialog')
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  if (localStorage.getItem('single_keys') === 'off') return
  const field = document.querySelector<HTMLElement>('[data-slash]')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** A form sent before its part is hydrated waits for it, and is then sent again. The part itself must not see it twice. */
function delayForm(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const island = form.closest<HTMLElement>('[data-island]')
  if (!island || island.dataset.hydrated !== undefined) return
  event.preventDefault()
  event.stopPropagation()
  void startHydration().then(() => form.requestSubmit())
}

async function hydrate(): Promise<void> {
  for (const touch of FIRST_TOUCH) removeEventListener(touch, startHydration, { capture: true })
  const catalogue = startCatalogueCards()
  const { closeFoldsByEscape, offerKeySwitch, hydrateIslands: wakeParts } = await import('./island-parts.ts')
  offerKeySwitch(document)
  closeFoldsByEscape(document)
  await Promise.all([wakeParts(handleLogIn), catalogue])
  removeEventListener('submit', delayForm, { capture: true })
  document.documentElement.dataset.hydrated = ''
}

function all<Kind extends HTMLElement>(selector: string): NodeListOf<Kind> {
  return document.querySelectorAll<Kind>(selector)
}
