import { CodeXml, Heading, Heading3, Image, List, ListOrdered, Minus, Table, TextQuote } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { type ComponentType, useEffect, useRef } from 'react'
import text from '#ui/text.module.css'
import { filterSlashItems, type SlashItem } from './editor-commands.ts'
import type { SlashState } from './editor-plugins.ts'
import styles from './text-editor.module.css'

const ICONS: Record<string, ComponentType<{ size: number }>> = {
  Heading,
  'Smaller heading': Heading3,
  'Bulleted list': List,
  'Numbered list': ListOrdered,
  Picture: Image,
  Table,
  Quote: TextQuote,
  Code: CodeXml,
  Line: Minus,
}

type Props = { id: string; view: EditorView; slash: SlashState; onPick: (item: SlashItem) => void }

/** The focus stays in the text, which names the chosen item. */
export function SlashMenu({ id, view, slash, onPick }: Props) {
  const items = filterSlashItems(slash.query ?? '')
  const menu = useRef<HTMLDivElement>(null)
  const { index } = slash
  useEffect(() => {
    menu.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const { top, height } = getPlace(view, slash.from)
  if (items.length === 0)
    return (
      <p className={styles.menu} style={{ insetBlockStart: top + height }} role="status">
        Nothing to insert has that name.
      </p>
    )
  return (
    <>
      <div
        className={styles.menu}
        style={{ insetBlockStart: top + height }}
        role="listbox"
        id={id}
        aria-label="Insert"
        ref={menu}
      >
        {items.map((item, at) => {
          const Icon = ICONS[item.name]!
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and its keys
            <div
              key={item.name}
              role="option"
              id={`${id}-${at}`}
              tabIndex={-1}
              aria-selected={at === index}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(item)}
            >
              <Icon size={18} />
              <span>
                {item.name}
                {item.hint && <small>{item.hint}</small>}
              </span>
              {item.keys && <kbd aria-hidden>{item.keys}</kbd>}
            </div>
          )
        })}
      </div>
      <p className={text.unseen} role="status">
        {items.length === 1 ? '1 thing to insert.' : `${items.length} things to insert.`} Choose with the arrow keys.
      </p>
    </>
  )
}

/** The line of the slash, within the sheet. */
function getPlace(view: EditorView, from: number): { top: number; height: number } {
  const line = view.coordsAtPos(Math.min(from, view.state.doc.content.size))
  const sheet = view.dom.parentElement!.getBoundingClientRect()
  return { top: line.top - sheet.top, height: line.bottom - line.top + 6 }
}
