import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { isEmptyParagraph } from '../text/schema.ts'
import { findLink } from './editor-commands.ts'
import { slashKey } from './editor-plugins.ts'
import { insertItem } from './editor-view.ts'
import { LinkDialog } from './link-dialog.tsx'
import { SlashMenu } from './slash-menu.tsx'
import styles from './text-editor.module.css'
import { Toolbar } from './toolbar.tsx'
import { type TextEditorProps, useEditor } from './use-editor.ts'
import { deleteLine, findVideoLine } from './video-line.ts'

/** The text of a lesson as its learners see it. */
export function TextEditor(props: TextEditorProps) {
  const { label, mayEdit, onEmbed, variables, isPage = false } = props
  const menuId = useId()
  const host = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isLinking, setLinking] = useState(false)
  const [note, setNote] = useState('')
  const openPicker = () => picker.current?.click()
  const { view, state, addPictures } = useEditor(host, props, {
    menuId,
    openPicker,
    openLink: () => setLinking(true),
    openToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    showNote: setNote,
  })
  const run = (command: Command) => {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const slash = state && slashKey.getState(state)
  const video = state && mayEdit && !variables && !isPage ? findVideoLine(state) : null
  const words = state ? countWords(state) : 0
  return (
    <div className={styles.editor}>
      {mayEdit && view && state && (
        <Toolbar
          ref={toolbar}
          state={state}
          variables={variables}
          hasPictures={!isPage}
          run={run}
          onLink={() => setLinking(true)}
          onPicture={openPicker}
          onLeave={() => view.focus()}
        />
      )}
      <div className={styles.page}>
        <div
          className={styles.sheet}
          ref={host}
          data-empty={state ? isEmpty(state) : undefined}
          data-small={variables !== undefined}
        />
        {view && slash && slash.query !== null && (
          <SlashMenu id={menuId} view={view} slash={slash} onPick={(item) => insertItem(view, item, { openPicker })} />
        )}
      </div>
      {video && view && (
        <div className={styles.offer} role="status">
          <p>This link is a video. It can be a lesson of its own, and play inside the course.</p>
          <Button look="quiet" size="compact" onClick={() => void makeLesson(view, video.url, onEmbed)}>
            Make it a lesson
          </Button>
        </div>
      )}
      <p className={styles.foot}>
        {mayEdit && (
          <span>
            {!variables && (
              <>
                Type <kbd>/</kbd> to insert.{' '}
              </>
            )}
            <span className={styles.keys}>
              <kbd>Alt</kbd> <kbd>F10</kbd> goes to the toolbar.
            </span>
          </span>
        )}
        <span>{words === 1 ? '1 word' : `${words} words`}</span>
      </p>
      <p className={note ? styles.note : text.unseen} role="status">
        {note}
      </p>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={`Pictures for ${label}`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void addPictures(files)
        }}
      />
      {view && isLinking && (
        <LinkDialog
          view={view}
          current={findLink(view.state)}
          onClose={() => {
            setLinking(false)
            view.focus()
          }}
        />
      )}
    </div>
  )
}

const isEmpty = ({ doc }: EditorState) => doc.childCount === 1 && isEmptyParagraph(doc.firstChild!)

const countWords = ({ doc }: EditorState) =>
  doc.textBetween(0, doc.content.size, ' ', ' ').split(/\s+/).filter(Boolean).length

/** The line leaves the text once the lesson is there. */
async function makeLesson(view: EditorView, url: string, onEmbed: TextEditorProps['onEmbed']): Promise<void> {
  if (!(await onEmbed(url))) return
  const line = findVideoLine(view.state)
  if (line?.url === url) view.dispatch(deleteLine(view.state, line))
}
