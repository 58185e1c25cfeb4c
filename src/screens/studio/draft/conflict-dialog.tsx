import { useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './conflict-dialog.module.css'
import type { SaverState, UnitSaver } from './unit-saver.ts'

type Props<Body> = {
  saver: UnitSaver<Body>
  state: SaverState<Body>
  /** The texts that a person compares, with their labels. */
  listTexts: (body: Body) => readonly (readonly [label: string, text: string])[]
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Opens when somebody else saved the same part. Nothing is lost: both texts are shown, to copy and to choose. */
export function ConflictDialog<Body>({ saver, state: { conflict, body }, listTexts }: Props<Body>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (conflict) dialog.current?.showModal()
    else dialog.current?.close()
  }, [conflict])
  const theirs = conflict ? listTexts(conflict.body) : []
  const differing = listTexts(body).filter(([, text], index) => text !== theirs[index]?.[1])
  const shown = differing.length > 0 ? differing : listTexts(body).slice(0, 1)
  const getTheirs = (label: string) => theirs.find(([other]) => other === label)?.[1] ?? ''
  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={titleId}>{conflict?.savedBy ?? 'Someone'} has changed this too</h2>
      <p>
        {conflict?.savedAt && (
          <>
            Saved at <time dateTime={conflict.savedAt}>{clock.format(new Date(conflict.savedAt))}</time>.{' '}
          </>
        )}
        Choose the text that stays. You can copy from the other one first.
      </p>
      {shown.map(([label, text]) => (
        <div className={styles.pair} key={label}>
          <CopiedText title={`${label}: yours`} text={text} />
          <CopiedText title={`${label}: theirs`} text={getTheirs(label)} />
        </div>
      ))}
      <div className={styles.actions}>
        <Button onClick={() => saver.keepMine()}>Keep mine</Button>
        <Button look="quiet" onClick={() => saver.takeTheirs()}>
          Use theirs
        </Button>
      </div>
    </dialog>
  )
}

/** Without https there is no clipboard: the text can still be marked and copied. */
const copyText = (text: string) => navigator.clipboard?.writeText(text)

function CopiedText({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p dir="auto">{text || '(empty)'}</p>
      <Button look="bare" size="compact" onClick={() => void copyText(text)}>
        Copy
      </Button>
    </section>
  )
}
