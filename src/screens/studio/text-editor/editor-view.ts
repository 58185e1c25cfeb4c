/** The view of ProseMirror with what our editor does beside it: pictures, paste, and the keys of the slash menu. */
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { parsePastedHtml } from '#ui/browser/trusted-types.ts'
import { createNode, isEmptyParagraph } from '../text/schema.ts'
import { type OpenedText, serialiseText } from '../text/serialise-text.ts'
import { filterSlashItems, markTypes, type SlashItem } from './editor-commands.ts'
import { createPlugins, slashKey } from './editor-plugins.ts'
import { createOpaqueView, createPictureView, type FindPicture } from './node-views.ts'
import { readPaste } from './read-paste.ts'

/** What the view needs of the page. Each function is called with what the page knows by then. */
export type EditorHost = {
  mayEdit: () => boolean
  getAttributes: (state: EditorState) => Record<string, string>
  getOpened: () => OpenedText
  findPicture: FindPicture
  onState: (state: EditorState) => void
  onMarkdown: (markdown: string) => void
  onBlur: () => void
  onPictures: (files: readonly File[]) => void
  /** Asks for a picture. */
  openPicker: () => void
  openLink: () => void
  openToolbar: () => void
  /** A message with variables, and without pictures and the slash menu. */
  hasVariables: boolean
  showNote: (note: string) => void
}

export function createEditorView(mount: HTMLElement, host: EditorHost): EditorView {
  const view: EditorView = new EditorView(mount, {
    state: EditorState.create({ doc: host.getOpened().doc, plugins: createPlugins(host) }),
    editable: host.mayEdit,
    attributes: host.getAttributes,
    nodeViews: {
      image: (node, at, getPosition) => createPictureView(node, at, getPosition, host.findPicture),
      opaque: createOpaqueView,
    },
    dispatchTransaction(tr) {
      const next = view.state.apply(tr)
      view.updateState(next)
      host.onState(next)
      if (tr.docChanged) host.onMarkdown(serialiseText(next.doc, host.getOpened()))
    },
    handleKeyDown: (_view, event) => handleSlashKey(view, event, host),
    handleDOMEvents: {
      blur: host.onBlur,
      paste: (_view, event) => handlePaste(view, event, host),
      drop: (_view, event) => handleDrop(view, event, host),
    },
  })
  return view
}

function handleSlashKey(view: EditorView, event: KeyboardEvent, host: EditorHost): boolean {
  const slash = slashKey.getState(view.state)
  if (!slash || slash.query === null || event.isComposing) return false
  const items = filterSlashItems(slash.query)
  const move = (index: number) => view.dispatch(view.state.tr.setMeta(slashKey, { index }))
  if (event.key === 'Escape') view.dispatch(view.state.tr.setMeta(slashKey, { isClosed: true }))
  else if (items.length === 0) return false
  else if (event.key === 'ArrowDown') move((slash.index + 1) % items.length)
  else if (event.key === 'ArrowUp') move((slash.index + items.length - 1) % items.length)
  else if (event.key === 'Enter' || event.key === 'Tab') insertItem(view, items[slash.index]!, host)
  else return false
  return true
}

/** In the place of the slash and what is typed behind it. */
export function insertItem(view: EditorView, item: SlashItem, host: Pick<EditorHost, 'openPicker'>): void {
  const { $from } = view.state.selection
  view.dispatch(view.state.tr.delete($from.start(), $from.end()))
  if ('run' in item) item.run(view.state, view.dispatch, view)
  else host.openPicker()
  view.focus()
}

function handlePaste(view: EditorView, event: ClipboardEvent, host: EditorHost): boolean {
  if (!event.clipboardData || !view.editable || view.state.selection.$from.parent.type.spec.code) return false
  return takeContent(view, event.clipboardData, event, host)
}

function handleDrop(view: EditorView, event: DragEvent, host: EditorHost): boolean {
  const { dataTransfer: data } = event
  if (!data || !view.editable || view.dragging) return false
  const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
  const hasContent = data.files.length > 0 || data.getData('text/html') !== ''
  if (position && hasContent)
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position.pos))))
  return takeContent(view, data, event, host)
}

/** Pictures, an address for the selected words, or HTML. False: the editor takes the plain text. */
function takeContent(view: EditorView, data: DataTransfer, event: Event, host: EditorHost): boolean {
  const html = data.getData('text/html')
  const pictures = [...data.files].filter(({ type }) => type.startsWith('image/'))
  const words = data.getData('text/plain').trim()
  const { empty, from, to, $from, $to } = view.state.selection
  // Word gives a picture of the copied words beside them.
  if (pictures.length > 0 && !/<(?:p|li|table|h[1-6]|td)\b/i.test(html)) host.onPictures(pictures)
  else if (/^https?:\/\/\S+$/.test(words) && !empty && $from.sameParent($to)) {
    const href = URL.parse(words)?.href ?? words
    view.dispatch(view.state.tr.addMark(from, to, markTypes.link.create({ href })))
  } else if (html !== '') {
    const { slice, pictureCount } = readPaste(parsePastedHtml(html))
    const isTaken = view.someProp('handlePaste', (handle) => handle(view, event as ClipboardEvent, slice))
    if (!isTaken) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
    if (pictureCount > 0)
      host.showNote('Pictures in pasted text are left out. Add them with the button for pictures above the text.')
  } else return false
  event.preventDefault()
  return true
}

/** In the empty line at the caret, or behind its block. */
export function insertPicture(view: EditorView, assetId: string, alt: string): void {
  const { state } = view
  const { $from, to } = state.selection
  const picture = createNode('image', { assetId, alt })
  if ($from.depth > 1 || isEmptyParagraph($from.parent)) {
    view.dispatch(state.tr.replaceSelectionWith(picture, false).scrollIntoView())
    return
  }
  const at = $from.depth === 0 ? to : $from.after(1)
  const tr = state.tr.insert(at, createNode('paragraph', null, [picture]))
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2))).scrollIntoView())
}
