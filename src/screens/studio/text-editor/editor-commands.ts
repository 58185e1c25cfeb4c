/** What the toolbar, the slash menu and the keys do. Pure: commands on the state of the editor. */
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables'
import { createNode, schema } from '../text/schema.ts'

export const nodeTypes = schema.nodes as Record<string, NodeType> & Record<'list_item' | 'paragraph', NodeType>
export const markTypes = schema.marks as Record<'strong' | 'em' | 'strike' | 'code' | 'link', MarkType>

export type BlockKind = 'paragraph' | 'heading-2' | 'heading-3' | 'heading-4' | 'code_block'

/** The kind of the block at the caret. The page has the only h1, so a heading of the first level looks like one of the second. */
export function getBlockKind({ selection }: EditorState): BlockKind {
  const { parent } = selection.$from
  if (parent.type.name === 'code_block') return 'code_block'
  if (parent.type.name !== 'heading') return 'paragraph'
  return `heading-${Math.min(Math.max(Number(parent.attrs.level), 2), 4)}` as BlockKind
}

export function setBlockKind(kind: BlockKind): Command {
  const [name, level] = kind.split('-')
  return setBlockType(nodeTypes[name!]!, level ? { level: Number(level) } : null)
}

export const toggle = (name: keyof typeof markTypes): Command => toggleMark(markTypes[name])

export function isMarked(state: EditorState, name: keyof typeof markTypes): boolean {
  const { from, to, empty, $from } = state.selection
  const type = markTypes[name]
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

export const isWithin = ({ selection: { $from } }: EditorState, name: string): boolean =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name).includes(name)

/** The kind of the innermost list at the caret. */
export function getListKind({ selection: { $from } }: EditorState): 'bullet_list' | 'ordered_list' | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type
    if (name === 'bullet_list' || name === 'ordered_list') return name
  }
  return null
}

/** Makes a list, makes it one of the other kind, or ends it. */
export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch, view) => {
    const current = getListKind(state)
    if (current === null) return wrapInList(nodeTypes[name]!)(state, dispatch)
    if (current === name) return liftListItem(nodeTypes.list_item)(state, dispatch, view)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type.name !== current) continue
      const { tight } = $from.node(depth).attrs
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), nodeTypes[name], { tight }))
      return true
    }
    return false
  }
}

export const toggleQuote: Command = (state, dispatch) =>
  isWithin(state, 'blockquote') ? lift(state, dispatch) : wrapIn(nodeTypes.blockquote!)(state, dispatch)

export const indentItem = sinkListItem(nodeTypes.list_item)
export const outdentItem = liftListItem(nodeTypes.list_item)

/** Whether the item at the caret is in a list within a list. */
export function isNestedItem({ selection: { $from } }: EditorState): boolean {
  const items = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).filter(
    ({ type }) => type.name === 'list_item',
  )
  return items.length > 1
}

/** Three columns and two rows below their head, with the caret in the first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false
  const row = (name: 'table_header' | 'table_cell') =>
    createNode(
      'table_row',
      null,
      [1, 2, 3].map(() => createNode(name, null, [createNode('paragraph', null)])),
    )
  return insertBlock(createNode('table', null, [row('table_header'), row('table_cell'), row('table_cell')]), 4)(
    state,
    dispatch,
  )
}

const insertRule: Command = (state, dispatch) => insertBlock(createNode('horizontal_rule', null), 1)(state, dispatch)

/**
 * Puts a block in the place of the empty paragraph at the caret, or behind its block.
 *
 * @param caret where the caret is afterwards, counted from the start of the block
 */
function insertBlock(block: ReturnType<typeof createNode>, caret: number): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const { parent, depth } = $from
    if (depth === 0 || isInTable(state)) return false
    const isEmpty = parent.type.name === 'paragraph' && parent.content.size === 0
    const at = isEmpty ? $from.before() : $from.after()
    const index = $from.index(depth - 1) + (isEmpty ? 0 : 1)
    if (!$from.node(depth - 1).canReplaceWith(index, index, block.type)) return false
    if (!dispatch) return true
    const tr = state.tr.replaceWith(at, isEmpty ? $from.after() : at, block)
    const end = at + block.nodeSize
    // A line behind it can be typed on.
    if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, createNode('paragraph', null))
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + caret)))
    dispatch(tr.scrollIntoView())
    return true
  }
}

export const TABLE_COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  ['Add a row', addRowAfter],
  ['Add a column', addColumnAfter],
  ['Delete the row', deleteRow],
  ['Delete the column', deleteColumn],
  ['Delete the table', deleteTable],
]

/** Enter in a table goes to the cell below, and behind the table from its last row. A cell has one line. */
export const goBelow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const { $from } = state.selection
  let depth = $from.depth
  while ($from.node(depth).type.name !== 'table_row') depth--
  const table = $from.node(depth - 1)
  const [row, column] = [$from.index(depth - 1), $from.index(depth)]
  if (!dispatch) return true
  const tr = state.tr
  if (row + 1 < table.childCount) {
    let at = $from.start(depth - 1)
    for (let index = 0; index <= row; index++) at += table.child(index).nodeSize
    const next = table.child(row + 1)
    at += 1
    for (let index = 0; index < Math.min(column, next.childCount - 1); index++) at += next.child(index).nodeSize
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2)))
  } else {
    const end = $from.after(depth - 1)
    if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, createNode('paragraph', null))
    tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)))
  }
  dispatch(tr.scrollIntoView())
  return true
}

/** The link at the caret or in the selection, with its place. */
export function findLink(state: EditorState): { from: number; to: number; href: string } | null {
  const { from, to, $from } = state.selection
  let found: { from: number; to: number; href: string } | null = null
  $from.parent.forEach((node, offset) => {
    const mark = markTypes.link.isInSet(node.marks)
    if (!mark) return
    const start = $from.start() + offset
    const end = start + node.nodeSize
    const href = String(mark.attrs.href)
    if (found && found.to === start && found.href === href) found.to = end
    else if (!found || found.to < from || (found.to === from && from !== to)) found = { from: start, to: end, href }
  })
  const link = found as { from: number; to: number; href: string } | null
  return link && link.from <= from && link.to >= from ? link : null
}

export type SlashItem = { name: string; words: string; keys?: string; hint?: string } & (
  | { run: Command }
  | { opens: 'picture' }
)

const block = (kind: BlockKind) => setBlockKind(kind)

const SLASH_ITEMS: readonly SlashItem[] = [
  { name: 'Heading', words: 'heading title section', keys: '#', run: block('heading-2') },
  { name: 'Smaller heading', words: 'heading subtitle smaller', keys: '###', run: block('heading-3') },
  { name: 'Bulleted list', words: 'bulleted list points', keys: '-', run: toggleList('bullet_list') },
  { name: 'Numbered list', words: 'numbered list steps', keys: '1.', run: toggleList('ordered_list') },
  { name: 'Picture', words: 'picture image photo', hint: 'Choose, paste or drop one', opens: 'picture' },
  { name: 'Table', words: 'table columns rows', hint: '3 columns to start with', run: insertTable },
  { name: 'Quote', words: 'quote blockquote', keys: '>', run: toggleQuote },
  { name: 'Code', words: 'code block', keys: '```', run: block('code_block') },
  { name: 'Line', words: 'line rule divider', keys: '---', run: insertRule },
]

/** Items with a word that begins with what was typed. */
export function filterSlashItems(query: string): readonly SlashItem[] {
  const typed = query.trim().toLowerCase()
  if (typed === '') return SLASH_ITEMS
  return SLASH_ITEMS.filter(
    ({ name, words }) =>
      name.toLowerCase().startsWith(typed) || words.split(' ').some((word) => word.startsWith(typed)),
  )
}
