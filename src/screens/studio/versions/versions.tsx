import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { discardChanges, type Replaced, restoreVersion, type Version } from '#catalogue/course-life/wire.ts'
import { type CourseDraft, saveUnit } from '#catalogue/drafts/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { type Column, DataTable, EmptyState } from '#ui/list/data-table.tsx'
import text from '#ui/text.module.css'
import { CourseFrame } from '../frame/course-frame.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import type { StudioCourse } from '../wire.ts'
import styles from './versions.module.css'

type Props = {
  course: StudioCourse
  draft: CourseDraft
  page: { versions: Version[]; next: number | null }
  session: AppSession
}
/** `null`: back to the last version. */
type Target = { number: number | null }
type Result = { sentence: string; replaced: Replaced }

export function Versions({ course, draft, page, session }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [target, setTarget] = useState<Target>({ number: null })
  const [result, setResult] = useState<Result | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const params = { course: draft.coursePrefixCode }
  const changeCount = draft.changedUnits.length
  const mayEdit = course.actions.includes('course.edit')
  const isDiscarding = target.number === null

  function ask(next: Target) {
    setTarget(next)
    setError(null)
    dialog.current?.showModal()
  }

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(null)
    await work()
    await revalidate()
    setBusy(false)
  }

  async function replace(): Promise<void> {
    const call = { auth: session.as, body: { units: draft.versions } }
    const client = browserClient()
    const response =
      target.number === null
        ? await client.call(discardChanges, { ...call, params })
        : await client.call(restoreVersion, { ...call, params: { ...params, number: target.number } })
    if (response.error !== null) return setError(response.error)
    const { replaced } = response.data.data
    const sentence =
      target.number === null
        ? 'Your changes are discarded.'
        : `Version ${target.number} is in your draft. Publish to show it.`
    setResult({ sentence, replaced })
    dialog.current?.close()
  }

  /** Each text by itself. What is refused or does not arrive stays, to be tried again. */
  async function undo(): Promise<void> {
    const left: Replaced = []
    let error: string | null = null
    for (const replacedUnit of result!.replaced) {
      const { unit, version, body } = replacedUnit
      const response = await browserClient().call(saveUnit, {
        auth: session.as,
        params: { ...params, unit },
        body: { version, body },
      })
      if (response.error === null) continue
      left.push(replacedUnit)
      error ??= response.error
    }
    setResult({ sentence: error ?? 'Your texts are back.', replaced: left })
  }

  return (
    <CourseFrame
      course={course}
      session={session}
      page="versions"
      title="Versions"
      lead="Every publication of this course. Restoring one copies it into your draft."
    >
      <div className={styles.page}>
        <p className={result ? styles.result : text.unseen} role="status">
          {result && (
            <>
              {result.sentence}{' '}
              {result.replaced.length > 0 && (
                <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => void run(undo)}>
                  Undo
                </Button>
              )}
            </>
          )}
        </p>
        {changeCount > 0 && draft.lastVersion && (
          <div className={styles.draft}>
            <p>
              <b>Draft</b>{' '}
              {changeCount === 1 ? '1 change isn’t public yet' : `${changeCount} changes aren’t public yet`}
            </p>
            {mayEdit && (
              <Button look="quiet" size="compact" onClick={() => ask({ number: null })}>
                Discard changes
              </Button>
            )}
          </div>
        )}
        <DataTable
          columns={createColumns(draft.lastVersion?.number ?? null, mayEdit ? (number) => ask({ number }) : null)}
          rows={page.versions}
          rowKey={({ number }) => String(number)}
          empty={<EmptyState>Nothing is published yet. The first version comes with “Publish”.</EmptyState>}
        />
        {page.next !== null && (
          <Link className={text.link} to={`?before=${page.next}`}>
            Earlier versions
          </Link>
        )}
      </div>
      <StudioDialog
        ref={dialog}
        title={isDiscarding ? 'Discard the changes?' : `Restore version ${target.number}?`}
        cancelLabel="Cancel"
        actions={
          <Button size="compact" aria-busy={isBusy} onClick={() => void run(replace)}>
            {isDiscarding ? 'Discard changes' : 'Restore'}
          </Button>
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <p>
          {isDiscarding
            ? 'Your draft becomes what is public now.'
            : 'Your draft gets the texts, lessons and rules of this version. Nothing is public until you publish.'}{' '}
          Dates, seats and prices stay as they are.
        </p>
        {!isDiscarding && changeCount > 0 && (
          <p>
            {changeCount === 1
              ? '1 change that isn’t public yet is replaced.'
              : `${changeCount} changes that aren’t public yet are replaced.`}{' '}
            You can undo this.
          </p>
        )}
      </StudioDialog>
    </CourseFrame>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const SOURCES = { studio: 'A deleted account', import: 'Imported from files', seed: 'Demo content' } as const

function createColumns(current: number | null, onRestore: ((number: number) => void) | null): Column<Version>[] {
  return [
    {
      header: 'Version',
      isRowHeader: true,
      cell: ({ number }) => (
        <>
          {number} {number === current && <Chip tone="good">Public</Chip>}
        </>
      ),
    },
    {
      header: 'Published',
      cell: ({ publishedAt }) => <time dateTime={publishedAt}>{day.format(Date.parse(publishedAt))}</time>,
    },
    { header: 'By', cell: ({ publishedBy, source }) => publishedBy ?? SOURCES[source] },
    { header: 'Note', cell: ({ note }) => <span className={styles.note}>{note}</span> },
    ...(onRestore
      ? [
          {
            header: 'Restore',
            cell: ({ number }: Version) =>
              number !== current && (
                <Button
                  look="quiet"
                  size="compact"
                  aria-label={`Restore version ${number}`}
                  onClick={() => onRestore(number)}
                >
                  Restore
                </Button>
              ),
          },
        ]
      : []),
  ]
}
