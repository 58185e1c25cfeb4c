import { undo } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { openText, serialiseText } from '../text/serialise-text.ts'
import {
  filterSlashItems,
  findLink,
  getBlockKind,
  getListKind,
  goBelow,
  indentItem,
  insertTable,
  isNestedItem,
  setBlockKind,
  toggle,
  toggleList,
  toggleQuote,
} from './editor-commands.ts'
import { createPlugins, slashKey } from './editor-plugins.ts'
import { deleteLine, findVideoLine } from './video-line.ts'

const plugins = () => createPlugins({ openLink: () => {}, openToolbar: () => {} })

/** An editor with a text, whose caret or selection is at the words in it. */
function open(markdown: string, words = '') {
  const opened = openText(markdown)
  let state = EditorState.create({ doc: opened.doc, plugins: plugins() })
  const select = (sought: string) => {
    state.doc.descendants((node, at) => {
      const index = node.isText ? node.text!.indexOf(sought) : -1
      if (index === -1) return
      const from = at + index
      state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, from + sought.length)))
    })
  }
  if (words) select(words)
  return {
    select,
    run: (command: Command) => command(state, (tr) => (state = state.apply(tr))),
    type: (text: string) => (state = state.apply(state.tr.insertText(text))),
    caret: (at: number) => (state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))),
    getState: () => state,
    getMarkdown: () => serialiseText(state.doc, opened),
  }
}

test('a block becomes a heading, and undo makes the text the one that was opened', () => {
  const editor = open('One\ntwo\n\nThree\n', 'Three')
  editor.run(setBlockKind('heading-2'))
  expect([editor.getMarkdown(), getBlockKind(editor.getState())]).toEqual(['One\ntwo\n\n## Three\n', 'heading-2'])
  editor.run(undo)
  expect(editor.getMarkdown()).toBe('One\ntwo\n\nThree\n')
})

test('marks are set on the selected words, without the spaces around them', () => {
  const editor = open('A long way home', ' long ')
  editor.run(toggle('strong'))
  editor.run(toggle('em'))
  expect(editor.getMarkdown()).toBe('A ***long*** way home')
})

test('a list is made, indented, changed to the other kind and ended', () => {
  const editor = open('One\n\nTwo')
  editor.run((state, dispatch) => {
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, 1, state.doc.content.size - 1)))
    return true
  })
  editor.run(toggleList('bullet_list'))
  expect(editor.getMarkdown()).toBe('- One\n- Two')
  editor.select('Two')
  editor.run(indentItem)
  expect([editor.getMarkdown(), isNestedItem(editor.getState())]).toEqual(['- One\n  - Two', true])
  editor.run(toggleList('ordered_list'))
  expect([editor.getMarkdown(), getListKind(editor.getState())]).toEqual(['- One\n  1. Two', 'ordered_list'])
  editor.run(toggleList('ordered_list'))
  editor.run(toggleList('bullet_list'))
  expect(editor.getMarkdown()).toBe('- One\n\nTwo')
})

test('a quote is made and ended', () => {
  const editor = open('One', 'One')
  editor.run(toggleQuote)
  expect(editor.getMarkdown()).toBe('> One')
  editor.run(toggleQuote)
  expect(editor.getMarkdown()).toBe('One')
})

test('a table is made, and Enter goes down its column and out of it', () => {
  const editor = open('')
  editor.run(insertTable)
  editor.type('a')
  editor.run(goBelow)
  editor.type('b')
  editor.run(goBelow)
  editor.run(goBelow)
  editor.type('Below')
  expect(editor.getMarkdown()).toBe('| a |  |  |\n| --- | --- | --- |\n| b |  |  |\n|  |  |  |\n\nBelow')
  expect(editor.run(goBelow)).toBe(false)
})

test('the link at the caret is found whole', () => {
  const editor = open('See [one **two**](https://a.test/) and [three](/faq).', 'two')
  const { from, to, href } = findLink(editor.getState())!
  expect([editor.getState().doc.textBetween(from, to), href]).toEqual(['one two', 'https://a.test/'])
  editor.select('See')
  expect(findLink(editor.getState())).toBeNull()
})

test('a slash in an empty line lists what can be inserted, until Escape or another word', () => {
  const editor = open('')
  editor.type('/')
  const getQuery = () => slashKey.getState(editor.getState())?.query
  expect(getQuery()).toBe('')
  editor.type('ta')
  expect([getQuery(), filterSlashItems('ta').map(({ name }) => name)]).toEqual(['ta', ['Table']])
  editor.run((state, dispatch) => {
    dispatch?.(state.tr.setMeta(slashKey, { isClosed: true }))
    return true
  })
  expect(getQuery()).toBeNull()
  editor.type('b')
  expect(getQuery()).toBeNull()
})

test('a line that is only the address of a video is found and deleted', () => {
  const editor = open('Watch:\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nhttps://a.test/x\n')
  const line = findVideoLine(editor.getState())!
  expect(line.url).toBe('https://youtu.be/dQw4w9WgXcQ')
  editor.run((state, dispatch) => {
    dispatch?.(deleteLine(state, line))
    return true
  })
  expect(editor.getMarkdown()).toBe('Watch:\n\nhttps://a.test/x\n')
  expect(findVideoLine(editor.getState())).toBeNull()
})
