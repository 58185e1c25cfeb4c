import { Copy } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { compareTexts, type Line, toPlainText } from './compare-texts.ts'
import styles from './conflict-dialog.module.css'
import type { Conflict, SaverState, UnitSaver } from './unit-saver.ts'

/** A text that a person compares. One that is stored as Markdown is shown without its signs, unless only they differ. */
export type ComparedText = readonly [label: string, text: string, format?: 'markdown']
type Props<Body> = {
  saver: UnitSaver<Body>
  state: SaverState<Body>
  listTexts: (body: Body) => readonly ComparedText[]
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Opens when somebody else saved the same part. Nothing is lost: both texts are shown, to copy and to choose. */
export function ConflictDialog<Body>({ saver, state: { conflict, body }, listTexts }: Props<Body>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const open = useCallback(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // A dialog focuses its first button, which may be far below its title.
    title.current?.focus()
  }, [])
  useEffect(() => {
    if (conflict) open()
    else dialog.current?.close()
  }, [conflict, open])
  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it at the second Escape in a row, whatever the page says.
      onClose={() => conflict && open()}
    >
      {conflict && (
        <Choice
          saver={saver}
          conflict={conflict}
          pairs={listPairs(listTexts(body), listTexts(conflict.body))}
          heading={
            <h2 id={titleId} ref={title} tabIndex={-1}>
              {conflict.isOwn
                ? 'You changed this in another tab too'
                : `${conflict.savedBy ?? 'Someone'} has changed this too`}
            </h2>
          }
        />
      )}
    </dialog>
  )
}

type ChoiceProps<Body> = {
  saver: UnitSaver<Body>
  conflict: Conflict<Body>
  pairs: readonly Pair[]
  heading: ReactNode
}

function Choice<Body>({ saver, conflict: { isOwn, savedAt }, pairs, heading }: ChoiceProps<Body>) {
  return (
    <>
      <header className={styles.head}>
        {heading}
        <p>
          {isOwn && 'Or on another device. '}
          {pairs.length > 0 ? 'What differs is marked. ' : 'Both texts are the same by now. '}
          Choose the text that stays.
        </p>
      </header>
      <div className={styles.both}>
        <Side
          title={isOwn ? 'Here' : 'Yours'}
          state="Not saved yet"
          sides={pairs.map(({ label, mine }) => ({ label, ...mine }))}
        />
        <Side
          title={isOwn ? 'In the other place' : 'Theirs'}
          state={savedAt ? `Saved at ${clock.format(new Date(savedAt))}` : 'Saved'}
          sides={pairs.map(({ label, theirs }) => ({ label, ...theirs }))}
        />
      </div>
      <footer className={styles.foot}>
        <Button onClick={() => saver.keepMine()}>{isOwn ? 'Keep this one' : 'Keep mine'}</Button>
        <Button look="quiet" onClick={() => saver.takeTheirs()}>
          {isOwn ? 'Use the other one' : 'Use theirs'}
        </Button>
        <p>The other text is not kept. Copy it first if you need parts of both.</p>
      </footer>
    </>
  )
}

type Shown = { source: string; lines: readonly Line[] }
type Pair = { label: string; mine: Shown; theirs: Shown }

/** The texts that differ. */
function listPairs(mine: readonly ComparedText[], theirs: readonly ComparedText[]): Pair[] {
  return mine.flatMap(([label, own, format]) => {
    const other = theirs.find(([name]) => name === label)?.[1] ?? ''
    if (own === other) return []
    // Where only a link or an emphasis differs, its signs are what differs.
    const isPlain = format === 'markdown' && toPlainText(own) !== toPlainText(other)
    const lines = isPlain ? compareTexts(toPlainText(own), toPlainText(other)) : compareTexts(own, other)
    return [{ label, mine: { source: own, lines: lines.mine }, theirs: { source: other, lines: lines.theirs } }]
  })
}

type SideProps = { title: string; state: string; sides: readonly (Shown & { label: string })[] }

function Side({ title, state, sides }: SideProps) {
  const id = useId()
  return (
    <section className={styles.side} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <small>{state}</small>
      {sides.map(({ label, source, lines }) => (
        <div key={label}>
          <header>
            <h4>{label}</h4>
            <Button
              look="bare"
              size="compact"
              aria-label={`Copy: ${label}, ${title}`}
              onClick={() => void copyText(source)}
            >
              <Copy size={16} /> Copy
            </Button>
          </header>
          <ComparedLines lines={lines} isEmpty={source === ''} />
        </div>
      ))}
    </section>
  )
}

function ComparedLines({ lines, isEmpty }: { lines: readonly Line[]; isEmpty: boolean }) {
  if (isEmpty) return <p className={styles.empty}>(empty)</p>
  return (
    <p dir="auto" className={styles.text}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and the list does not change
        <span key={index}>
          {line === null
            ? '…'
            : line.map(({ text, isDifferent }, part) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id either
                isDifferent ? <mark key={part}>{text}</mark> : text,
              )}
          {'\n'}
        </span>
      ))}
    </p>
  )
}

/** Without https there is no clipboard: the text can still be marked and copied. */
const copyText = (text: string) => navigator.clipboard?.writeText(text)
