/** The view of the editor in a page: it lives as long as the page shows it, and asks the page for what it knows last. */
import { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openText } from '../text/serialise-text.ts'
import { filterSlashItems } from './editor-commands.ts'
import { slashKey } from './editor-plugins.ts'
import { createEditorView, type EditorHost, insertPicture } from './editor-view.ts'

export type TextEditorProps = {
  label: string
  /** Of a message to learners, whose editor is small: no pictures, tables, headings and code. */
  variables?: readonly string[]
  /** The text of a page that is no lesson: no pictures, and no video becomes a lesson. */
  isPage?: boolean
  /** Markdown. Another text than the editor's own replaces it. */
  source: string
  mayEdit: boolean
  onChange: (markdown: string) => void
  onBlur: () => void
  getFilename: (assetId: string) => string | null
  /** The address of a picture. Null: it is not ready. */
  loadPicture: (assetId: string) => Promise<string | null>
  /** Uploads a picture. Null: it was refused, and the page says why. */
  onPicture: (file: File) => Promise<{ assetId: string; words: string } | null>
  /** Makes a lesson of a video on another site. Returns whether it could. */
  onEmbed: (url: string) => Promise<boolean>
}

type Parts = Pick<EditorHost, 'openPicker' | 'openLink' | 'openToolbar' | 'showNote'> & { menuId: string }
type Latest = { current: TextEditorProps & Parts }
/** `own`: the Markdown that the editor shows. `pictures`: their addresses as data. */
type Memory = { own: string; opened: ReturnType<typeof openText>; pictures: Map<string, string> }

export function useEditor(host: RefObject<HTMLElement | null>, props: TextEditorProps, parts: Parts) {
  const { source, mayEdit } = props
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [memory] = useState<Memory>(() => ({ own: source, opened: openText(source), pictures: new Map() }))
  const latest = useRef({ ...props, ...parts })
  useEffect(() => {
    latest.current = { ...props, ...parts }
  })
  useEffect(() => {
    const created = createEditorView(host.current!, {
      mayEdit: () => latest.current.mayEdit,
      getAttributes: (now) => getAttributes(now, latest.current),
      getOpened: () => memory.opened,
      findPicture: (assetId) => {
        const filename = latest.current.getFilename(assetId)
        return { filename, load: () => loadPicture(assetId, latest, memory) }
      },
      onState: setState,
      onMarkdown: (markdown) => {
        memory.own = markdown
        latest.current.onChange(markdown)
      },
      onBlur: () => latest.current.onBlur(),
      onPictures: (files) => void addPictures(created, files, latest, memory),
      openPicker: () => latest.current.openPicker(),
      openLink: () => latest.current.openLink(),
      openToolbar: () => latest.current.openToolbar(),
      showNote: (note) => latest.current.showNote(note),
      hasVariables: latest.current.variables !== undefined,
    })
    setView(created)
    setState(created.state)
    return () => created.destroy()
  }, [host, memory])
  // Another text comes only by a choice of the person, or while they type elsewhere.
  useEffect(() => {
    if (!view || source === memory.own) return
    memory.own = source
    memory.opened = openText(source)
    view.updateState(EditorState.create({ doc: memory.opened.doc, plugins: view.state.plugins }))
    setState(view.state)
  }, [view, source, memory])
  useEffect(() => view?.setProps({ editable: () => mayEdit }), [view, mayEdit])
  return {
    view,
    state,
    addPictures: (files: readonly File[]) => view && addPictures(view, files, latest, memory),
  }
}

async function addPictures(view: EditorView, files: readonly File[], latest: Latest, memory: Memory): Promise<void> {
  for (const file of files) {
    const added = await latest.current.onPicture(file)
    const url = added && (await readPicture(file))
    if (url) memory.pictures.set(added.assetId, url)
    if (added && !view.isDestroyed) insertPicture(view, added.assetId, added.words)
  }
  if (!view.isDestroyed) view.focus()
}

async function loadPicture(assetId: string, latest: Latest, { pictures }: Memory): Promise<string | null> {
  const url = pictures.get(assetId) ?? (await latest.current.loadPicture(assetId))
  if (url !== null) pictures.set(assetId, url)
  return url
}

/** Bytes of a picture that is shown beside its words. */
const MAX_SHOWN_BYTES = 8_000_000

/** The policy of the page allows pictures as data, and no others that are not ours. */
async function readPicture(file: File): Promise<string | null> {
  if (file.size > MAX_SHOWN_BYTES) return null
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
}

function getAttributes(state: EditorState, { label, mayEdit, menuId }: Latest['current']): Record<string, string> {
  const slash = slashKey.getState(state)
  const isOpen = slash !== undefined && slash.query !== null && filterSlashItems(slash.query).length > 0
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-readonly': String(!mayEdit),
    ...(!mayEdit && { tabindex: '0' }),
    ...(isOpen && { 'aria-controls': menuId, 'aria-activedescendant': `${menuId}-${slash.index}` }),
  }
}
