import { FilePen, TriangleAlert } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Publication } from '#catalogue/drafts/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './publish.module.css'
import { formatUnit, formatWarning, MISSING, type NeedState } from './publish-words.ts'

/** `obstacle` and `missing` stop the publication. `unsaved` and `question` wait for the person. `refused` shows nothing. */
export type PublishStep =
  | { kind: 'unsaved' }
  | { kind: 'refused' }
  | { kind: 'obstacle'; sentence: string }
  | { kind: 'missing'; needs: readonly NeedState[] }
  | { kind: 'question'; publication: Publication }

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  step: PublishStep | null
  isBusy: boolean
  onSave: () => void
  onPublish: (note: string) => void
}

const NOTE_LENGTH = 500

export function PublishDialog({ ref, step, isBusy, onSave, onPublish }: Props) {
  const [note, setNote] = useState('')
  if (step?.kind === 'unsaved') {
    return (
      <StudioDialog
        ref={ref}
        title="Save and publish?"
        cancelLabel="Not yet"
        actions={
          <Button size="compact" aria-busy={isBusy} onClick={onSave}>
            Save and publish
          </Button>
        }
      >
        <p>The price, date or seats that you typed aren’t saved yet. They count as soon as they are.</p>
      </StudioDialog>
    )
  }
  if (step?.kind !== 'question') {
    return (
      <StudioDialog
        ref={ref}
        title={step?.kind === 'missing' ? 'Before you can sell' : 'Not published'}
        cancelLabel="Close"
      >
        {step?.kind === 'obstacle' && <ErrorMessage>{step.sentence}</ErrorMessage>}
        {step?.kind === 'missing' && (
          <ul className={styles.missing}>
            {step.needs.map(({ need, fault }) => (
              <li key={need}>
                <NeedLink need={need} onPress={() => ref.current?.close()}>
                  {fault ?? MISSING[need]}
                </NeedLink>
              </li>
            ))}
          </ul>
        )}
      </StudioDialog>
    )
  }
  const { number, changes, warnings } = step.publication
  const isFirst = number === 1
  return (
    <StudioDialog
      ref={ref}
      title={
        isFirst ? 'Publish this course?' : `Publish ${changes.length === 1 ? '1 change' : `${changes.length} changes`}?`
      }
      note={
        isFirst
          ? 'Everybody sees the page then.'
          : `This becomes version ${number}. Version ${number - 1} can be restored.`
      }
      cancelLabel="Not yet"
      actions={
        <Button size="compact" aria-busy={isBusy} onClick={() => onPublish(note)}>
          {warnings.length > 0 ? 'Publish anyway' : 'Publish'}
        </Button>
      }
    >
      {warnings.length > 0 && (
        <ul className={styles.rows} aria-label="Warnings">
          {warnings.map((warning) => {
            const { title, explanation } = formatWarning(warning)
            return (
              <li key={warning.warning} className={styles.warning}>
                <TriangleAlert size={20} />
                <span>
                  <b>{title}</b>
                  <small>{explanation}</small>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {!isFirst && (
        <>
          <ul className={styles.rows} aria-label="Changes">
            {changes.map((change) => (
              <li key={change.unit}>
                <FilePen size={20} />
                <b>{formatUnit(change)}</b>
              </li>
            ))}
          </ul>
          <Field
            name="note"
            idPrefix="publish"
            label="What changed? (optional)"
            hint="Only the course’s teachers see it, in the list of versions."
            value={note}
            maxLength={NOTE_LENGTH}
            autoComplete="off"
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
    </StudioDialog>
  )
}

type LinkProps = { need: NeedState['need']; onPress: () => void; children: string }

/** A link to the row of a need, if the page has one. */
function NeedLink({ need, onPress, children }: LinkProps) {
  const id = `need-${need === 'lesson' ? 'curriculum' : need}`
  return document.getElementById(id) ? (
    <a href={`#${id}`} onClick={onPress}>
      {children}
    </a>
  ) : (
    children
  )
}
