/**
 * Filters the catalogue in the browser. The address holds the filter, and the cards come from the server's page for
 * that address. Back removes a filter, and more cards are added below the present ones.
 */
import { type CatalogueFilter, NO_FILTER, parseFilter, setFilter, setPage } from '#domain/catalogue-filter.ts'
import { parseOwnPage } from '#ui/browser/trusted-types.ts'

const TYPING_MS = 150
const LOAD_FAILED = 'We couldn’t load the courses. These are the previous results.'

/** @param onNew called after new cards are added */
export function startCatalogueCards(page: Document, onNew: () => void): void {
  const catalogue = page.querySelector<HTMLElement>('[data-catalogue]')
  const form = catalogue?.querySelector<HTMLFormElement>('form[data-filter]')
  if (!catalogue || !form) return
  const { loadCards, showMore } = createCardLoader(catalogue, form, onNew)
  /** Typing replaces one history entry instead of adding many. */
  let isTyping = false

  const applyFilter = (filter: CatalogueFilter, entry: 'pushState' | 'replaceState', milliseconds = 0) => {
    changeAddress(filter, entry)
    loadCards(milliseconds)
  }
  form.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLInputElement && target.type === 'search'
    applyFilter(readForm(form), isText && isTyping ? 'replaceState' : 'pushState', isText ? TYPING_MS : 0)
    isTyping = isText
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isTyping = false
    applyFilter(readForm(form), 'pushState')
  })
  catalogue.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (link.rel === 'next') {
      event.preventDefault()
      void showMore(link.href)
    }
    if (!('clear' in link.dataset)) return
    event.preventDefault()
    isTyping = false
    fillForm(form, NO_FILTER)
    applyFilter(NO_FILTER, 'pushState')
    form.querySelector<HTMLInputElement>('[name="q"]')?.focus()
  })
  addEventListener('popstate', () => {
    isTyping = false
    fillForm(form, getAddressFilter())
    loadCards(0)
  })

  // Input from before this script ran wins over the address.
  const formFilter = readForm(form)
  if (isTouched(form) && getQueryString(formFilter) !== getQueryString(getAddressFilter())) {
    isTyping = formFilter.q !== getAddressFilter().q
    applyFilter(formFilter, 'pushState')
  } else fillForm(form, getAddressFilter())
}

function changeAddress(filter: CatalogueFilter, entry: 'pushState' | 'replaceState'): void {
  if (getQueryString(filter) === getQueryString(getAddressFilter())) return
  const searchParams = setPage(1, setFilter(filter, new URLSearchParams(location.search)))
  history[entry](null, '', `${location.pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${location.hash}`)
}

function createCardLoader(catalogue: HTMLElement, form: HTMLFormElement, onNew: () => void) {
  const findPart = (name: string, from: ParentNode = catalogue) => from.querySelector<HTMLElement>(`[data-${name}]`)!
  const announce = (text: string) => {
    const output = form.querySelector('output')
    if (output) output.textContent = text
  }
  const { fetchPage, abort } = createPageFetcher(catalogue, () => announce(LOAD_FAILED))
  let loadTimer: ReturnType<typeof setTimeout> | undefined
  let shownSearch = location.search

  /** Loads the cards for the current address, unless they are shown already. */
  function loadCards(milliseconds: number) {
    clearTimeout(loadTimer)
    loadTimer = setTimeout(async () => {
      if (location.search === shownSearch) return abort()
      const response = await fetchPage(location.href)
      if (!response) return
      shownSearch = new URL(response.address).search
      for (const name of ['cards', 'pages']) findPart(name).replaceChildren(...findPart(name, response.page).childNodes)
      for (const name of ['none-found', 'clear']) findPart(name).hidden = findPart(name, response.page).hidden
      announce(findPart('filter', response.page).querySelector('output')?.textContent ?? '')
      onNew()
    }, milliseconds)
  }

  async function showMore(address: string) {
    const response = await fetchPage(address)
    if (!response) return
    const cards = findPart('cards', response.page)
    const first = cards.querySelector('a')
    findPart('cards').append(...cards.childNodes)
    findPart('to').textContent = findPart('to', response.page).textContent
    const next = response.page.querySelector('a[rel="next"]')
    const link = findPart('pages').querySelector('a[rel="next"]')
    if (next) link?.replaceWith(next)
    else link?.remove()
    // A reload or a shared link leads to the page of these cards.
    shownSearch = new URL(address).search
    history.replaceState(null, '', `${location.pathname}${shownSearch}${location.hash}`)
    first?.focus()
    onNew()
  }

  return { loadCards, showMore }
}

/** Fetches one page at a time: a new request aborts the one before. */
function createPageFetcher(catalogue: HTMLElement, onFailed: () => void) {
  let pendingRequest = new AbortController()

  /** Null when a newer request replaced this one, or when it failed. */
  async function fetchPage(address: string): Promise<{ address: string; page: Document } | null> {
    pendingRequest.abort()
    pendingRequest = new AbortController()
    const { signal } = pendingRequest
    catalogue.setAttribute('aria-busy', 'true')
    try {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`${response.status}`)
      return { address, page: parseOwnPage(await response.text()) }
    } catch {
      if (!signal.aborted) onFailed()
      return null
    } finally {
      if (pendingRequest.signal === signal) catalogue.removeAttribute('aria-busy')
    }
  }

  return { fetchPage, abort: () => pendingRequest.abort() }
}

const getAddressFilter = () => parseFilter(new URLSearchParams(location.search))
const getQueryString = (filter: CatalogueFilter) => setFilter(filter, new URLSearchParams()).toString()
function readForm(form: HTMLFormElement): CatalogueFilter {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return parseFilter(new URLSearchParams(entries))
}

function fillForm(form: HTMLFormElement, filter: CatalogueFilter): void {
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      const value = filter[control.name as keyof CatalogueFilter]
      if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === value
      else if (control.value.trim() !== value) control.value = value
    }
  }
}

function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) return !control.selectedOptions[0]?.defaultSelected
    if (!(control instanceof HTMLInputElement)) return false
    return control.type === 'radio'
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue
  })
}
