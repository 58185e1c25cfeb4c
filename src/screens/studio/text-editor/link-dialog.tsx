import type { EditorView } from 'prosemirror-view'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { isWholeAddress } from '#domain/learning/text-address.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import { schema } from '../text/schema.ts'
import { markTypes } from './editor-commands.ts'

type Link = { from: number; to: number; href: string }
type Props = { view: EditorView; current: Link | null; onClose: () => void }

/** Asks for the address of a link, and for its words where none are selected. */
export function LinkDialog({ view, current, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const formId = useId()
  const { from, to } = current ?? view.state.selection
  const [typed, setTyped] = useState(current?.href ?? '')
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])

  function save(event: FormEvent): void {
    event.preventDefault()
    const href = toHref(typed)
    if (href === null) {
      setFault('Please type a whole address, such as https://example.com/page')
      return
    }
    const mark = markTypes.link.create({ href })
    const { tr } = view.state
    if (from === to) tr.replaceWith(from, to, schema.text(words.trim() || plainTyped(typed), [mark]))
    else tr.removeMark(from, to, markTypes.link).addMark(from, to, mark)
    view.dispatch(tr.removeStoredMark(markTypes.link).scrollIntoView())
    dialog.current?.close()
  }
  function remove(): void {
    view.dispatch(view.state.tr.removeMark(from, to, markTypes.link))
    dialog.current?.close()
  }
  return (
    <StudioDialog
      ref={dialog}
      title="Link"
      cancelLabel="Cancel"
      onClose={onClose}
      actions={
        <>
          {current && (
            <Button look="quiet" size="compact" onClick={remove}>
              Remove the link
            </Button>
          )}
          <Button size="compact" type="submit" form={formId}>
            {current ? 'Change the link' : 'Add the link'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field
          name="href"
          idPrefix="link"
          label="Address"
          hint="Such as https://example.com, /faq, or # and a heading of this text."
          value={typed}
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          error={fault ?? undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {from === to && (
          <Field
            name="words"
            idPrefix="link"
            label="Words that lead there"
            value={words}
            maxLength={200}
            autoComplete="off"
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        )}
      </form>
    </StudioDialog>
  )
}

/** `example.com/page` is a page of https, and `me@example.com` an e-mail address. Null: it leads nowhere. */
function toHref(typed: string): string | null {
  const address = plainTyped(typed)
  if (address === '' || /\s/.test(address)) return null
  const [name, host, another] = address.split('@')
  const isEmail = name !== '' && host?.includes('.') === true && another === undefined && !/[/:]/.test(address)
  const isHost = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(address)
  const whole = isEmail ? `mailto:${address}` : isHost ? `https://${address}` : address
  const href = lessonMarkdown.normalizeLink(whole)
  return (isWholeAddress(href) || /^#./.test(href)) && lessonMarkdown.validateLink(href) ? href : null
}
