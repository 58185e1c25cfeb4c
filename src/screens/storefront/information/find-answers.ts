import { foldSearchText } from '#domain/search-text.ts'

/** On a page of questions: opens the answer that the address names, and filters the list by the search field. */
export function startAnswerSearch(document: Document): void {
  openLinkedAnswer(document)
  addEventListener('hashchange', () => openLinkedAnswer(document))
  const field = document.querySelector<HTMLInputElement>('#find')
  const searchBox = field?.closest('search')
  if (!field || !searchBox) return
  field.addEventListener('input', () => filterAnswers(document, field.value, searchBox))
  // Words that were typed before this script ran.
  if (field.value) filterAnswers(document, field.value, searchBox)
}

function openLinkedAnswer(document: Document): void {
  document
    .getElementById(decodeURIComponent(location.hash.slice(1)))
    ?.closest('details')
    ?.setAttribute('open', '')
}

/** Shows the answers that contain every word, in any order. A single match is opened. */
function filterAnswers(document: Document, query: string, searchBox: HTMLElement): void {
  const words = query.split(/\s+/).map(foldSearchText).filter(Boolean)
  const answers = [...document.querySelectorAll<HTMLDetailsElement>('main details')]
  const matches = answers.filter(({ textContent }) => {
    const folded = foldSearchText(textContent)
    return words.every((word) => folded.includes(word))
  })
  for (const answer of answers) {
    answer.hidden = !matches.includes(answer)
    answer.open = matches.length === 1 && matches[0] === answer
  }
  for (const section of document.querySelectorAll<HTMLElement>('main section'))
    section.hidden = words.length > 0 && !section.querySelector('details:not([hidden])')
  const count = matches.length === 1 ? '1 answer' : `${matches.length || 'No'} answers`
  const output = searchBox.querySelector('output')
  if (output) output.textContent = words.length === 0 ? '' : count
  const contactLink = searchBox.querySelector('a')
  if (contactLink) contactLink.hidden = matches.length > 0
}
