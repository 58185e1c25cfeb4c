import { ExternalLink, Eye } from 'lucide-react'
import { type ComponentProps, useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import { SaveStatus } from '../draft/save-status.tsx'
import { useReloadAfterSave } from '../draft/use-reload-after-save.ts'
import { useUnit } from '../draft/use-unit.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import { CourseLife } from '../life/course-life.tsx'
import { DuplicateCourse } from '../life/duplicate-course.tsx'
import { type About, createFileNames, listAboutTexts } from '../page-editor/page-fields.ts'
import { PublishButton } from '../publish/publish-button.tsx'
import type { Rules } from '../rules/rule-texts.ts'
import type { StudioCourse } from '../wire.ts'
import { AboutFields } from './about-fields.tsx'
import { AddressField } from './address-field.tsx'
import { CohortForm } from './cohort-form.tsx'
import { NeedRow } from './need-row.tsx'
import { isAwaitingPayments, OnSale } from './on-sale.tsx'
import styles from './overview.module.css'
import type { Addresses } from './units.ts'

/** This page loads no files, so a photo has no name here. */
const nameFile = createFileNames([])

type Outline = { modules: { lessons: { key: string; kind: string }[] }[] }
type Props = { course: StudioCourse; draft: CourseDraft; session: AppSession; personId: string }

export function Overview({ course, draft, session, personId }: Props) {
  const { coursePrefixCode, units } = draft
  const place = { course: coursePrefixCode, personId, as: session.as }
  const about = useUnit<About>({ ...place, unit: 'about' }, units.about)
  const addresses = useUnit<Addresses>({ ...place, unit: 'addresses' }, units.addresses)
  const [cohortSavedAt, setCohortSavedAt] = useState<number | null>(null)
  useReloadAfterSave(about.state.savedAt, addresses.state.savedAt)
  const missing = draft.needs.filter(({ isDone }) => !isDone)
  const isPublic = draft.state === 'published'
  const mayEdit = course.actions.includes('course.edit')
  const path = draft.path ?? ''
  const [dirty, setDirty] = useState<Readonly<Record<string, SaveCohort | null>>>({})
  const unsaved = Object.values(dirty).filter((save) => save !== null)
  const markDirty = useCallback(
    (code: string, save: SaveCohort | null) => setDirty((before) => ({ ...before, [code]: save })),
    [],
  )
  /** One after the other, until one asks or is refused. */
  const saveCohorts = async () => {
    for (const save of unsaved) if (!(await save())) return false
    return true
  }
  const cohorts = draft.cohorts.filter(isAhead)
  const datesPath = getStudioPath(session, coursePrefixCode, 'dates')
  const states = [
    about.state,
    addresses.state,
    { status: 'saved' as const, savedAt: cohortSavedAt, message: null, isKept: false },
  ]
  return (
    <CourseFrame
      course={{ ...course, title: about.state.body.title || course.title }}
      session={session}
      page="overview"
      title={getTitle(draft)}
      lead={<Lead draft={draft} missingCount={missing.length} />}
      actions={
        <>
          <SaveStatus
            states={states}
            onRetry={() => {
              about.saver.flush()
              addresses.saver.flush()
            }}
          />
          {mayEdit && (
            <Link
              className={getButtonClass({ look: 'quiet', size: 'compact', wide: undefined })}
              to={getStudioPath(session, coursePrefixCode, 'page')}
            >
              <Eye size={18} /> Preview
            </Link>
          )}
          {isPublic && (
            <ButtonLink look="quiet" size="compact" href={path} target="_blank">
              <ExternalLink size={18} /> Open the page
            </ButtonLink>
          )}
          {course.actions.includes('course.publish') && draft.state !== 'withdrawn' && (
            <PublishButton
              draft={draft}
              savers={{ about: about.saver, addresses: addresses.saver }}
              isDirty={unsaved.length > 0}
              onSave={saveCohorts}
              as={session.as}
            />
          )}
        </>
      }
    >
      <div className={styles.desk}>
        {isPublic && <OnSale draft={draft} path={path} course={course} session={session} />}
        <KeptText saver={about.saver} kept={about.state.kept} />
        <KeptText saver={addresses.saver} kept={addresses.state.kept} />
        <div className={styles.needs}>
          <AboutFields unit={about} mayEdit={mayEdit} />
          <NeedRow title="Teacher" isDone={isDone(draft, 'teacher')} id="teacher">
            <p className={styles.value}>{draft.teachers.map(({ name }) => name).join(', ') || 'Nobody yet'}</p>
          </NeedRow>
          <PageNeed draft={draft} path={getStudioPath(session, coursePrefixCode, 'page')} />
          <CurriculumNeed draft={draft} path={getStudioPath(session, coursePrefixCode, 'curriculum')} />
          <CertificateRow draft={draft} path={getStudioPath(session, coursePrefixCode, 'rules')} />
          {cohorts.map((cohort, index) => (
            <CohortSection
              key={cohort.cohortCode}
              title={cohorts.length > 1 ? formatCohort(cohort) : null}
              cohort={cohort}
              suffix={index === 0 ? '' : `-${cohort.cohortCode}`}
              lessonKey={getFirstSession(draft, cohort)}
              datesPath={`${datesPath}${datesPath.includes('?') ? '&' : '?'}open=${cohort.cohortCode}`}
              hasSeats={draft.deliveryType === 'live'}
              mayPrice={course.actions.includes('price.edit')}
              mayDate={course.actions.includes('dates.edit')}
              as={session.as}
              onSaved={() => setCohortSavedAt(Date.now())}
              onCohortDirty={markDirty}
            />
          ))}
          <AddressField
            unit={addresses}
            fault={draft.needs.find(({ need }) => need === 'address')?.fault ?? null}
            mayEdit={mayEdit}
          />
        </div>
        <DuplicateCourse course={course} session={session} />
        <CourseLife course={course} draft={draft} session={session} />
      </div>
      <ConflictDialog saver={about.saver} state={about.state} listTexts={(body) => listAboutTexts(body, nameFile)} />
      <ConflictDialog
        saver={addresses.saver}
        state={addresses.state}
        listTexts={({ pages }) => [['Address', pages[0] ?? '']]}
      />
    </CourseFrame>
  )
}

/** A live course has one from the beginning, so only its faults are shown. */
function CurriculumNeed({ draft, path }: { draft: CourseDraft; path: string }) {
  const fault = draft.needs.find(({ need }) => need === 'curriculum')?.fault ?? null
  if (draft.deliveryType === 'live' && fault === null) return null
  return (
    <NeedRow title="Lessons" isDone={isDone(draft, 'lesson') && fault === null} id="curriculum">
      <p className={styles.value}>{countLessons(draft.units.outline.body as unknown as Outline)}</p>
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
      <p>
        <Link to={path}>{isDone(draft, 'lesson') ? 'Open the curriculum' : 'Add lessons'}</Link>
      </p>
    </NeedRow>
  )
}

/** Every course says in its rules whether it gives one. */
function CertificateRow({ draft, path }: { draft: CourseDraft; path: string }) {
  const { certificate } = draft.units.rules.body as Pick<Rules, 'certificate'>
  const isGiven = certificate.mode === 'on-completion'
  return (
    <NeedRow title="Certificate" isDone id="certificate">
      <p className={styles.value}>
        {isGiven ? 'Everybody who completes the course gets one.' : 'The course gives none.'}
      </p>
      <p>
        <Link to={path}>{isGiven ? 'Change the rules' : 'Give one'}</Link>
      </p>
    </NeedRow>
  )
}

/** Everything on the page has a default, so only its faults are shown. */
function PageNeed({ draft, path }: { draft: CourseDraft; path: string }) {
  const fault = draft.needs.find(({ need }) => need === 'page')?.fault
  if (!fault) return null
  return (
    <NeedRow title="Page" isDone={false} id="page">
      <ErrorMessage>{fault}</ErrorMessage>
      <p>
        <Link to={path}>Open the page</Link>
      </p>
    </NeedRow>
  )
}

type SaveCohort = () => Promise<boolean>
type SectionProps = Omit<ComponentProps<typeof CohortForm>, 'onDirty'> & {
  title: string | null
  onCohortDirty: (cohortCode: string, save: SaveCohort | null) => void
}

function CohortSection({ title, onCohortDirty, ...form }: SectionProps) {
  const { cohortCode } = form.cohort
  const onDirty = useCallback((save: SaveCohort | null) => onCohortDirty(cohortCode, save), [onCohortDirty, cohortCode])
  return (
    <>
      {title && <h2 className={styles.cohortTitle}>{title}</h2>}
      <CohortForm {...form} onDirty={onDirty} />
    </>
  )
}

type Cohort = CourseDraft['cohorts'][number]

/** Without dates, or with one that is not over. */
const isAhead = ({ sessions }: Cohort) =>
  sessions.length === 0 || sessions.some(({ endsAt }) => Date.parse(endsAt) > Date.now())

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

function formatCohort({ name, cohortCode, sessions }: Cohort): string {
  const [first] = sessions
  return [name || cohortCode, first && `from ${day.format(Date.parse(first.startsAt))}`].filter(Boolean).join(', ')
}

function getTitle(draft: CourseDraft): string {
  if (draft.state === 'withdrawn') return 'Withdrawn'
  if (draft.state !== 'published') return 'Before you can sell'
  return isAwaitingPayments(draft) ? 'Published' : 'On sale'
}

function Lead({ draft, missingCount }: { draft: CourseDraft; missingCount: number }) {
  if (draft.state === 'withdrawn') return 'Nobody can buy it any more. Learners keep their access.'
  const count = draft.changedUnits.length
  const changes = count === 1 ? '1 change isn’t public yet' : `${count} changes aren’t public yet`
  if (draft.state === 'published')
    return count > 0
      ? `${changes}. Publish to show ${count === 1 ? 'it' : 'them'}.`
      : 'Everybody sees the newest texts.'
  if (missingCount === 0) return 'Ready to sell. Nobody sees it until you publish.'
  return missingCount === 1 ? '1 thing left' : `${missingCount} things left`
}

function isDone(draft: CourseDraft, wanted: CourseDraft['needs'][number]['need']): boolean {
  return draft.needs.find(({ need }) => need === wanted)?.isDone ?? true
}

/** The live lesson of a cohort that has one date at most. Null: its dates are not edited here. */
function getFirstSession({ deliveryType, units }: CourseDraft, cohort: CourseDraft['cohorts'][number]): string | null {
  if (deliveryType !== 'live' || cohort.sessions.length > 1) return null
  const live = (units.outline.body as unknown as Outline).modules
    .flatMap(({ lessons }) => lessons)
    .filter(({ kind }) => kind === 'live')
  return live.length === 1 ? live[0]!.key : (cohort.sessions[0]?.lessonKey ?? null)
}

function countLessons({ modules }: Outline): string {
  const count = modules.reduce((sum, { lessons }) => sum + lessons.length, 0)
  return count === 0 ? 'None yet' : count === 1 ? '1 lesson' : `${count} lessons`
}
