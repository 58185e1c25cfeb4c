/** Pictures with their words, and blocks that the editor only shows. */
import type { Node as DocumentNode } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import styles from './text-editor.module.css'

type Position = () => number | undefined

/** `load` gives the address of a picture that is ready. */
export type FindPicture = (assetId: string) => { filename: string | null; load: () => Promise<string | null> }

export function createPictureView(
  node: DocumentNode,
  view: EditorView,
  getPosition: Position,
  find: FindPicture,
): NodeView {
  const dom = document.createElement('span')
  dom.className = styles.picture!
  dom.contentEditable = 'false'
  const found = find(String(node.attrs.assetId))
  const image = document.createElement('img')
  image.alt = ''
  image.hidden = true
  void found.load().then((url) => {
    if (url === null) return
    image.src = url
    image.hidden = false
  })
  const name = document.createElement('span')
  name.textContent = found.filename === null ? 'Picture' : `Picture: ${found.filename}`
  const words = document.createElement('input')
  words.value = String(node.attrs.alt)
  words.setAttribute('aria-label', 'Words for people who do not see the picture')
  words.placeholder = 'What does it show?'
  words.dir = 'auto'
  words.readOnly = !view.editable
  words.maxLength = 300
  words.addEventListener('change', () => {
    const at = getPosition()
    if (at === undefined) return
    // The Markdown of a picture's words has no escapes.
    const alt = words.value
      .replaceAll(/[[\]\\`<>\n]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    view.dispatch(view.state.tr.setNodeAttribute(at, 'alt', alt))
  })
  words.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    view.focus()
  })
  dom.append(image, name, words)
  return {
    dom,
    update(next) {
      if (next.type !== node.type || next.attrs.assetId !== node.attrs.assetId) return false
      if (words !== document.activeElement) words.value = String(next.attrs.alt)
      return true
    },
    stopEvent: ({ target }) => target === words,
    ignoreMutation: () => true,
  }
}

export function createOpaqueView(node: DocumentNode): NodeView {
  const dom = document.createElement('div')
  dom.className = styles.opaque!
  dom.contentEditable = 'false'
  const note = document.createElement('small')
  note.textContent = 'Kept as it is written. Use “Write as Markdown” to change it.'
  const code = document.createElement('pre')
  code.dir = 'auto'
  code.textContent = String(node.attrs.source)
  dom.append(code, note)
  return { dom, ignoreMutation: () => true }
}
