/**
 * The catalogue in the browser: what is asked stands in the address, and the server's own page for that address
 * brings the cards. Back takes a question away, and further cards come below the ones that are there.
 */
import { type CatalogueFilter, NO_FILTER, readFilter, writeFilter, writePage } from '#domain/catalogue-filter.ts'
import { parseOwnPage } from '#ui/trusted-types.ts'

const TYPING_MS = 150
const NO_ANSWER = 'No answer came. These are the courses from before.'

/** @param onNew called when there are cards that were not there before */
export function askForCards(page: Document, onNew: () => void): void {
  const catalogue = page.querySelector<HTMLElement>('[data-catalogue]')
  const form = catalogue?.querySelector<HTMLFormElement>('form[data-filter]')
  if (!catalogue || !form) return
  const part = (name: string, from: ParentNode = catalogue) => from.querySelector<HTMLElement>(`[data-${name}]`)!
  /** While someone types, one entry of the history is enough. */
  let isTyping = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()
  let shown = location.search

  form.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLInputElement && target.type === 'search'
    ask(filterIn(form), isText && isTyping ? 'replaceState' : 'pushState', isText ? TYPING_MS : 0)
    isTyping = isText
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isTyping = false
    ask(filterIn(form), 'pushState')
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
    fill(form, NO_FILTER)
    ask(NO_FILTER, 'pushState')
    form.querySelector<HTMLInputElement>('[name="q"]')?.focus()
  })
  addEventListener('popstate', () => {
    isTyping = false
    fill(form, here())
    show(0)
  })

  // What was typed before this came counts; else what the address asks.
  const typed = filterIn(form)
  if (isTouched(form) && query(typed) !== query(here())) {
    isTyping = typed.q !== here().q
    ask(typed, 'pushState')
  } else fill(form, here())

  function ask(filter: CatalogueFilter, entry: 'pushState' | 'replaceState', milliseconds = 0) {
    if (query(filter) !== query(here())) {
      const asked = writePage(1, writeFilter(filter, new URLSearchParams(location.search)))
      history[entry](null, '', `${location.pathname}${asked.size > 0 ? `?${asked}` : ''}${location.hash}`)
    }
    show(milliseconds)
  }

  /** What the address asks, unless it stands there. */
  function show(milliseconds: number) {
    clearTimeout(waiting)
    waiting = setTimeout(async () => {
      if (location.search === shown) return asking.abort()
      const answer = await fetched(location.href)
      if (!answer) return
      shown = new URL(answer.address).search
      for (const name of ['cards', 'pages']) part(name).replaceChildren(...part(name, answer.page).childNodes)
      for (const name of ['none-found', 'clear']) part(name).hidden = part(name, answer.page).hidden
      told(part('filter', answer.page).querySelector('output')?.textContent ?? '')
      onNew()
    }, milliseconds)
  }

  async function showMore(address: string) {
    const answer = await fetched(address)
    if (!answer) return
    const cards = part('cards', answer.page)
    const first = cards.querySelector('a')
    part('cards').append(...cards.childNodes)
    part('to').textContent = part('to', answer.page).textContent
    const next = answer.page.querySelector('a[rel="next"]')
    const link = part('pages').querySelector('a[rel="next"]')
    if (next) link?.replaceWith(next)
    else link?.remove()
    // Who reloads, or sends the address on, is where these cards are.
    shown = new URL(address).search
    history.replaceState(null, '', `${location.pathname}${shown}${location.hash}`)
    first?.focus()
    onNew()
  }

  /** Null when another question came between, or no answer. */
  async function fetched(address: string): Promise<{ address: string; page: Document } | null> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    catalogue?.setAttribute('aria-busy', 'true')
    try {
      const answer = await fetch(address, { signal })
      if (!answer.ok) throw new Error(`${answer.status}`)
      return { address, page: parseOwnPage(await answer.text()) }
    } catch {
      if (!signal.aborted) told(NO_ANSWER)
      return null
    } finally {
      if (asking.signal === signal) catalogue?.removeAttribute('aria-busy')
    }
  }

  function told(text: string) {
    const output = form?.querySelector('output')
    if (output) output.textContent = text
  }
}

const here = () => readFilter(new URLSearchParams(location.search))
const query = (filter: CatalogueFilter) => writeFilter(filter, new URLSearchParams()).toString()
function filterIn(form: HTMLFormElement): CatalogueFilter {
  const said = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readFilter(new URLSearchParams(said))
}

function fill(form: HTMLFormElement, filter: CatalogueFilter): void {
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
