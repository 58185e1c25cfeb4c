/**
 * The catalogue's filter at work in the browser: shows the cards that are asked for, keeps the question in
 * the address, and follows Back. The page has its form and its cards already.
 */
import {
  type CatalogueFilter,
  countText,
  isFiltering,
  isFound,
  NO_FILTER,
  readFilter,
  writeFilter,
} from '#domain/catalogue-filter.ts'
import { readMarks } from './findable.ts'

export function filterCards(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-filter]')
  if (!form) return
  const catalogue = form.closest('section')!
  const cards = [...catalogue.querySelectorAll<HTMLElement>('[data-words]')]
  const none = catalogue.querySelector<HTMLElement>('[data-none-found]')
  const clear = form.querySelector<HTMLAnchorElement>('[data-clear]')
  /** While someone types, one entry of the history is enough. */
  let isTyping = false

  form.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLInputElement && target.type === 'search'
    ask(filterIn(form), isText && isTyping ? 'replaceState' : 'pushState')
    isTyping = isText
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isTyping = false
    ask(filterIn(form), 'pushState')
  })
  for (const link of catalogue.querySelectorAll('[data-clear]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      isTyping = false
      fill(form, NO_FILTER)
      ask(NO_FILTER, 'pushState')
      form.querySelector<HTMLInputElement>('[name="q"]')?.focus()
    })
  addEventListener('popstate', () => {
    isTyping = false
    fill(form, here())
    show(here())
  })

  // What was typed before this came counts; else what the address asks, whoever kept the page.
  const typed = filterIn(form)
  if (isTouched(form) && query(typed) !== query(here())) {
    isTyping = typed.q !== here().q
    ask(typed, 'pushState')
  } else {
    fill(form, here())
    show(here())
  }

  function ask(filter: CatalogueFilter, entry: 'pushState' | 'replaceState') {
    if (query(filter) !== query(here())) {
      const asked = writeFilter(filter, new URLSearchParams(location.search))
      history[entry](null, '', `${location.pathname}${asked.size > 0 ? `?${asked}` : ''}${location.hash}`)
    }
    show(filter)
  }

  function show(filter: CatalogueFilter) {
    const now = new Date()
    let found = 0
    for (const card of cards) {
      card.hidden = !isFound(readMarks(card.dataset), filter, now)
      if (!card.hidden) found++
    }
    if (none) none.hidden = found > 0
    if (clear) clear.hidden = !isFiltering(filter)
    const told = form?.querySelector('output')
    if (told) told.textContent = countText(found, cards.length)
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
