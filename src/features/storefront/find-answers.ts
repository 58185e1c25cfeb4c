/** On a page of questions: opens the one that the address names, and narrows the list to what is typed. */
export function findAnswers(document: Document): void {
  openNamed(document)
  addEventListener('hashchange', () => openNamed(document))
  const field = document.querySelector<HTMLInputElement>('#find')
  const box = field?.closest('search')
  if (!field || !box) return
  field.addEventListener('input', () => narrow(document, field.value, box))
}

function openNamed(document: Document): void {
  document
    .getElementById(decodeURIComponent(location.hash.slice(1)))
    ?.closest('details')
    ?.setAttribute('open', '')
}

/** An answer stays when it has every word, in any order. One that is alone is opened. */
function narrow(document: Document, typed: string, box: HTMLElement): void {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const answers = [...document.querySelectorAll<HTMLDetailsElement>('main details')]
  const found = answers.filter(({ textContent }) => words.every((word) => textContent.toLowerCase().includes(word)))
  for (const answer of answers) {
    answer.hidden = !found.includes(answer)
    answer.open = found.length === 1 && found[0] === answer
  }
  for (const section of document.querySelectorAll<HTMLElement>('main section'))
    section.hidden = words.length > 0 && !section.querySelector('details:not([hidden])')
  const count = found.length === 1 ? '1 answer' : `${found.length || 'No'} answers`
  const told = box.querySelector('output')
  if (told) told.textContent = words.length === 0 ? '' : count
  const ask = box.querySelector('a')
  if (ask) ask.hidden = found.length > 0
}
