import {
  Bold,
  Code,
  Image,
  Italic,
  Link,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  Redo2,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { type ComponentType, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import {
  type BlockKind,
  getBlockKind,
  getListKind,
  indentItem,
  insertTable,
  isMarked,
  isNestedItem,
  isWithin,
  outdentItem,
  setBlockKind,
  TABLE_COMMANDS,
  toggle,
  toggleList,
  toggleQuote,
} from './editor-commands.ts'
import styles from './text-editor.module.css'
import { insertVariable } from './variable-chips.ts'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  state: EditorState
  /** The editor of a message: fewer tools, and the variables to insert. */
  variables?: readonly string[] | undefined
  hasPictures: boolean
  run: (command: Command) => void
  onLink: () => void
  onPicture: () => void
  onLeave: () => void
}

const KINDS: readonly (readonly [BlockKind, string])[] = [
  ['paragraph', 'Text'],
  ['heading-2', 'Heading'],
  ['heading-3', 'Smaller heading'],
  ['heading-4', 'Smallest heading'],
  ['code_block', 'Code'],
]

/** One stop of the Tab key: the arrow keys move within it, and Escape goes back to the text. */
export function Toolbar({ ref, state, variables, hasPictures, run, onLink, onPicture, onLeave }: Props) {
  const [current, setCurrent] = useState(0)
  const list = getListKind(state)
  const can = (command: Command) => command(state)
  const outdent: Command = (now, dispatch, view) => isNestedItem(now) && outdentItem(now, dispatch, view)
  const tools: ((common: Common) => ReactNode)[] = []
  const add = (render: (common: Common) => ReactNode) => tools.push(render)
  const addTool = (name: string, Icon: ToolIcon, onPress: () => void, more: More = {}) =>
    add((common) => <Tool key={name} name={name} Icon={Icon} onPress={onPress} {...more} {...common} />)
  function addStructure(): void {
    addTool('Into the list above', ListIndentIncrease, () => run(indentItem), { isDisabled: !can(indentItem) })
    addTool('Out of the inner list', ListIndentDecrease, () => run(outdent), { isDisabled: !can(outdent) })
    addTool('Quote', TextQuote, () => run(toggleQuote), { isPressed: isWithin(state, 'blockquote') })
    if (hasPictures) addTool('Picture', Image, onPicture, { startsGroup: true })
    addTool('Table', Table, () => run(insertTable), { isDisabled: !can(insertTable), startsGroup: !hasPictures })
  }
  if (!variables)
    add((common) => (
      <select
        key="kind"
        {...common}
        aria-label="Kind of block"
        value={getBlockKind(state)}
        onChange={({ currentTarget }) => run(setBlockKind(currentTarget.value as BlockKind))}
      >
        {KINDS.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
    ))
  addTool('Bold', Bold, () => run(toggle('strong')), {
    isPressed: isMarked(state, 'strong'),
    ...(!variables && { startsGroup: true }),
  })
  addTool('Italic', Italic, () => run(toggle('em')), { isPressed: isMarked(state, 'em') })
  if (!variables) addTool('Code', Code, () => run(toggle('code')), { isPressed: isMarked(state, 'code') })
  addTool('Link', Link, onLink, { isPressed: isMarked(state, 'link') })
  addTool('Bulleted list', List, () => run(toggleList('bullet_list')), {
    isPressed: list === 'bullet_list',
    startsGroup: true,
  })
  addTool('Numbered list', ListOrdered, () => run(toggleList('ordered_list')), { isPressed: list === 'ordered_list' })
  if (!variables) addStructure()
  addTool('Undo', Undo2, () => run(undo), { isDisabled: !can(undo), startsGroup: true })
  addTool('Redo', Redo2, () => run(redo), { isDisabled: !can(redo) })
  for (const name of variables ?? [])
    add((common) => (
      <button
        key={name}
        type="button"
        className={styles.chip}
        aria-label={`Insert: ${name}`}
        title={`Stands for each reader’s own: {${name}}`}
        onMouseDown={keepFocus}
        onClick={() => run(insertVariable(name))}
        {...common}
      >
        <span>{toWords(name)}</span>
      </button>
    ))
  if (isInTable(state))
    for (const [name, command] of TABLE_COMMANDS)
      add((common) => (
        <button
          key={name}
          type="button"
          className={styles.words}
          aria-disabled={!can(command)}
          onMouseDown={keepFocus}
          onClick={() => run(command)}
          {...common}
        >
          {name}
        </button>
      ))

  // The tools of a table go with it.
  const stop = current < tools.length ? current : 0

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      onLeave()
      return
    }
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')]
    const steps: Record<string, number> = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    controls.at(step % controls.length)?.focus()
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label="Text" ref={ref} onKeyDown={handleKey}>
      {tools.map((render, index) => render({ tabIndex: index === stop ? 0 : -1, onFocus: () => setCurrent(index) }))}
    </div>
  )
}

const toWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type Common = { tabIndex: number; onFocus: () => void }
type ToolIcon = ComponentType<{ size: number }>
type More = { isPressed?: boolean; isDisabled?: boolean; startsGroup?: boolean }
type ToolProps = Common & More & { name: string; Icon: ToolIcon; onPress: () => void }

/** A press takes the focus from the text only where the keyboard had moved it before. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

function Tool({ name, Icon, onPress, isPressed, isDisabled = false, startsGroup, ...common }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      data-starts-group={startsGroup}
      onMouseDown={keepFocus}
      onClick={() => !isDisabled && onPress()}
      {...common}
    >
      <Icon size={18} />
    </button>
  )
}
