/** Keys, rules for typed marks, undo, tables and the slash menu of the text editor. */
import { baseKeymap, chainCommands, exitCode, selectAll } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import {
  InputRule,
  inputRules,
  type InputRule as Rule,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { Fragment, type MarkType } from 'prosemirror-model'
import { splitListItemKeepMarks } from 'prosemirror-schema-list'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { goToNextCell, isInTable, tableEditing } from 'prosemirror-tables'
import { isWholeAddress } from '#domain/learning/text-address.ts'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { createNode } from '../text/schema.ts'
import {
  goBelow,
  indentItem,
  isNestedItem,
  markTypes,
  nodeTypes,
  outdentItem,
  setBlockKind,
  toggle,
  toggleList,
  toggleQuote,
} from './editor-commands.ts'
import { createVariablePlugin } from './variable-chips.ts'

export const slashKey = new PluginKey<SlashState>('slash')
/** `query` is what is typed behind the slash. Null: no menu. `closedAt`: Escape closed it for the paragraph there. */
export type SlashState = { query: string | null; from: number; index: number; closedAt: number | null }
type SlashMeta = { index: number } | { isClosed: true }

type Actions = { openLink: () => void; openToolbar: () => void; hasVariables?: boolean }

/** @param actions `openLink` asks for the address of a link; `openToolbar` moves the focus; `hasVariables`: a message */
export function createPlugins(actions: Actions): Plugin[] {
  const call =
    (action: () => void): Command =>
    (_state, dispatch) => {
      if (dispatch) action()
      return true
    }
  return [
    actions.hasVariables ? createVariablePlugin() : createSlashPlugin(),
    inputRules({ rules: createRules() }),
    keymap({
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-b': toggle('strong'),
      'Mod-i': toggle('em'),
      'Mod-e': toggle('code'),
      'Shift-Mod-x': toggle('strike'),
      'Mod-k': call(actions.openLink),
      'Alt-F10': call(actions.openToolbar),
      'Mod-Alt-0': setBlockKind('paragraph'),
      'Mod-Alt-2': setBlockKind('heading-2'),
      'Mod-Alt-3': setBlockKind('heading-3'),
      'Mod-Alt-4': setBlockKind('heading-4'),
      'Shift-Mod-7': toggleList('ordered_list'),
      'Shift-Mod-8': toggleList('bullet_list'),
      'Shift-Mod-9': toggleQuote,
      'Mod-]': indentItem,
      'Mod-[': (state, dispatch, view) => isNestedItem(state) && outdentItem(state, dispatch, view),
      Backspace: undoInputRule,
      Enter: chainCommands(goBelow, splitListItemKeepMarks(nodeTypes.list_item)),
      'Shift-Enter': chainCommands(exitCode, insertBreak),
      'Mod-Enter': exitCode,
      // Where nothing can be indented, the focus moves on.
      Tab: chainCommands(goToNextCell(1), indentItem),
      'Shift-Tab': chainCommands(
        goToNextCell(-1),
        (state, dispatch, view) => isNestedItem(state) && outdentItem(state, dispatch, view),
      ),
      'Mod-a': selectAll,
    }),
    keymap(baseKeymap),
    history(),
    tableEditing(),
  ]
}

const insertBreak: Command = (state, dispatch) => {
  if (isInTable(state) || state.selection.$from.parent.type.name !== 'paragraph') return false
  dispatch?.(state.tr.replaceSelectionWith(createNode('hard_break', null)).scrollIntoView())
  return true
}

function createRules(): Rule[] {
  return [
    // The page has the only h1: one and two marks mean the same.
    textblockTypeInputRule(/^(#{1,4})\s$/, nodeTypes.heading!, ([, marks = '']) => ({
      level: Math.max(2, marks.length),
    })),
    wrappingInputRule(/^\s*([-*+])\s$/, nodeTypes.bullet_list!),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodeTypes.ordered_list!,
      ([, number]) => ({ order: Number(number) }),
      ([, number], list) => list.childCount + Number(list.attrs.order) === Number(number),
    ),
    wrappingInputRule(/^\s*>\s$/, nodeTypes.blockquote!),
    textblockTypeInputRule(/^```$/, nodeTypes.code_block!),
    new InputRule(/^(?:---|—-)$/, (state) => {
      const { $from } = state.selection
      const blocks = [createNode('horizontal_rule', null), createNode('paragraph', null)]
      const index = $from.index(-1)
      const isAllowed = $from.node(-1).canReplace(index, index + 1, Fragment.fromArray(blocks))
      if ($from.parent.type.name !== 'paragraph' || !isAllowed) return null
      const tr = state.tr.replaceWith($from.before(), $from.after(), blocks)
      return tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 2)))
    }),
    markRule(/(?<![*\p{L}\p{N}])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/u, markTypes.strong),
    markRule(/(?<![*\p{L}\p{N}])\*([^\s*](?:[^*]*[^\s*])?)\*$/u, markTypes.em),
    markRule(/(?<!`)`([^`]+)`$/, markTypes.code),
    new InputRule(/(?:^|\s)(https?:\/\/\S+)\s$/, (state, match, _start, end) => {
      const [, address = ''] = match
      const href = lessonMarkdown.normalizeLink(address)
      const from = end - address.length
      if (!isWholeAddress(href) || state.doc.rangeHasMark(from, end, markTypes.link)) return null
      return state.tr
        .addMark(from, end, markTypes.link.create({ href }))
        .insertText(' ', end)
        .removeMark(end, end + 1, markTypes.link)
        .removeStoredMark(markTypes.link)
    }),
  ]
}

/** Typed Markdown around words becomes a mark. */
function markRule(pattern: RegExp, type: MarkType): Rule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, words = ''] = match
    const { parent } = state.selection.$from
    if (parent.type.spec.code || !parent.type.allowsMarkType(type)) return null
    const from = start + whole.length - whole.trimStart().length
    return state.tr
      .replaceWith(from, end, state.schema.text(words, type.create().addToSet(state.selection.$from.marks())))
      .removeStoredMark(type)
  })
}

function createSlashPlugin(): Plugin<SlashState> {
  return new Plugin<SlashState>({
    key: slashKey,
    state: {
      init: () => ({ query: null, from: 0, index: 0, closedAt: null }),
      apply(tr, last, _old, state) {
        const meta = tr.getMeta(slashKey) as SlashMeta | undefined
        const found = findSlash(state)
        if (found === null) return { query: null, from: 0, index: 0, closedAt: null }
        if (meta && 'isClosed' in meta) return { ...found, query: null, index: 0, closedAt: found.from }
        if (last.closedAt === found.from) return { ...found, query: null, index: 0, closedAt: last.closedAt }
        const index = meta ? meta.index : last.query === found.query ? last.index : 0
        return { ...found, index, closedAt: null }
      },
    },
  })
}

/** A slash at the start of a paragraph, and words behind it up to the caret. */
function findSlash({ selection }: EditorState): { query: string; from: number } | null {
  const { $from, empty } = selection
  const { parent } = $from
  if (!empty || parent.type.name !== 'paragraph' || $from.parentOffset !== parent.content.size) return null
  const [, query] = /^\/([\p{L} ]{0,20})$/u.exec(parent.textContent) ?? []
  const isInCell = /^table_(?:cell|header)$/.test($from.node(-1)?.type.name ?? '')
  return query === undefined || isInCell ? null : { query, from: $from.start() }
}
