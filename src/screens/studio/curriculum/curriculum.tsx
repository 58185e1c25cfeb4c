import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import { SaveStatus } from '../draft/save-status.tsx'
import type { Unit } from '../draft/unit-saver.ts'
import { useReloadAfterSave } from '../draft/use-reload-after-save.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import { isWorking, usePolling } from '../media/use-polling.ts'
import { useRunningUploads, useUploads } from '../media/use-uploads.ts'
import { PublishButton } from '../publish/publish-button.tsx'
import type { StudioCourse } from '../wire.ts'
import styles from './curriculum.module.css'
import { changeLesson, findLesson, listLessons, type Outline, type OutlineLesson } from './edit-outline.ts'
import { LessonPanel, MissingLesson, type OpenUnit } from './lesson-panel.tsx'
import { LessonRow } from './lesson-row.tsx'
import type { LessonBody } from './lesson-unit.ts'
import { type Done, DoneStrip, ModuleCard } from './module-card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useCurriculum } from './use-curriculum.ts'
import { useLessonFiles } from './use-lesson-files.ts'

type Props = {
  course: StudioCourse
  draft: CourseDraft
  media: CourseMedia
  /** The open lesson. Without a unit the server does not know it, or not yet. */
  lesson: { key: string; unit: Unit<object> | null } | null
  personId: string
  session: AppSession
}

export function Curriculum({ course, draft, media, lesson: opened, personId, session }: Props) {
  const { as } = session
  const place = { course: draft.coursePrefixCode, personId, as }
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const reload = () => void revalidate()
  const path = getStudioPath(session, place.course, 'curriculum')
  const getPath = (key: string) => `${path}${path.includes('?') ? '&' : '?'}lesson=${key}`
  const close = () => void navigate(path, { preventScrollReset: true })
  const [openUnit, setOpenUnit] = useState<OpenUnit | null>(null)
  /** The lesson that was made while another one was open. The focus stays in its row. */
  const [madeKey, setMadeKey] = useState<string | null>(null)
  const [movedKey, setMovedKey] = useState<string | null>(null)
  const curriculum = useCurriculum({
    draft,
    place,
    getOpenUnit: (key) => (openUnit?.unit === `lesson:${key}` ? openUnit.saver : null),
    onAdded: (key) => {
      // What is typed at the side is for the lesson that was just made, not for the one before.
      if (!opened) return
      setMadeKey(key)
      void navigate(getPath(key), { preventScrollReset: true })
    },
    onRemoved: (key) => (opened?.key === key || madeKey === key) && close(),
  })
  const { outline, takeKey, lessonActions } = curriculum
  const { saver, state } = outline
  const { modules } = state.body
  const files = useLessonFiles({ draft, as, media, outline, takeKey, onChange: reload })
  const uploads = useUploads({ course: place.course, as, media, onChange: reload })
  const running = useRunningUploads()
  useReloadAfterSave(state.savedAt, openUnit?.state.savedAt ?? null)
  usePolling(media.assets.some(isWorking), reload)
  const mayEdit = media.canEdit && state.kept === null
  const getMinutes = (key: string) => draft.lessons.find((lesson) => lesson.key === key)?.minutes ?? 0
  const found = opened && findLesson(state.body, opened.key)
  const moved = movedKey === null ? null : findLesson(state.body, movedKey)
  const faults = [
    ...(curriculum.fault ? [curriculum.fault] : []),
    ...files.faults,
    ...uploads.faults,
    ...Object.values(state.fields).slice(0, 1),
  ]
  return (
    <CourseFrame
      course={course}
      session={session}
      page="curriculum"
      title="Curriculum"
      lead={formatLead(state.body, draft)}
      actions={
        <>
          <SaveStatus
            states={openUnit ? [state, openUnit.state] : [state]}
            onRetry={() => {
              saver.flush()
              openUnit?.saver.flush()
            }}
          />
          {course.actions.includes('course.publish') && draft.state !== 'withdrawn' && (
            <PublishButton
              draft={draft}
              savers={{ outline: saver, ...(openUnit && { [openUnit.unit]: openUnit.saver }) }}
              isDirty={false}
              as={as}
            />
          )}
        </>
      }
    >
      <div className={styles.desk}>
        <div className={styles.tree}>
          <KeptText saver={saver} kept={state.kept} />
          {faults.map((fault) => (
            <ErrorMessage key={fault}>{fault}</ErrorMessage>
          ))}
          <Modules
            curriculum={curriculum}
            draft={draft}
            media={media}
            running={running}
            openKey={opened?.key ?? null}
            mayEdit={mayEdit}
            getPath={getPath}
            onFiles={(key, list) => void files.addFiles(key, list)}
            onMoveTo={setMovedKey}
            onResume={uploads.resume}
          />
        </div>
        {opened && !found && <MissingLesson closePath={path} />}
        {opened && found && (
          <LessonPanel
            key={opened.key}
            place={place}
            lesson={found.lesson}
            unit={(opened.unit as Unit<LessonBody> | null) ?? NEW_LESSON}
            minutes={getMinutes(opened.key)}
            isMade={opened.key === madeKey}
            isLive={draft.deliveryType === 'live'}
            media={media}
            running={running}
            mayEdit={mayEdit}
            closePath={path}
            onChange={(change) => outline.edit((now) => changeLesson(now, opened.key, change))}
            onSave={lessonActions.onSave}
            onDelete={() => lessonActions.onRemove(opened.key)}
            onResume={uploads.resume}
            onReload={reload}
            onUnit={setOpenUnit}
            onEmbed={(url) => curriculum.addEmbed(opened.key, url)}
          />
        )}
      </div>
      <p className={text.unseen} role="status">
        {curriculum.announcement}
      </p>
      {moved && (
        <MoveDialog
          title={moved.lesson.title}
          modules={modules}
          onMove={(moduleKey) => curriculum.moveTo(moved.lesson.key, moduleKey)}
          onClose={() => setMovedKey(null)}
        />
      )}
      <ConflictDialog saver={saver} state={state} listTexts={(body) => [['Curriculum', formatOutline(body)]]} />
    </CourseFrame>
  )
}

const NEW_LESSON: Unit<LessonBody> = { version: 0, body: { summary: '', content: null, media: null, files: [] } }

type ModulesProps = {
  curriculum: ReturnType<typeof useCurriculum>
  draft: CourseDraft
  media: CourseMedia
  running: ReturnType<typeof useRunningUploads>
  openKey: string | null
  mayEdit: boolean
  getPath: (key: string) => string
  onFiles: (moduleKey: string, files: FileList) => void
  onMoveTo: (key: string) => void
  onResume: (asset: CourseMedia['assets'][number], file: File) => void
}

function Modules({ curriculum, draft, media, running, openKey, mayEdit, getPath, ...props }: ModulesProps) {
  const { outline, lessonActions, moduleActions } = curriculum
  const done = getDone(curriculum)
  const { modules } = outline.state.body
  const lessons = listLessons(outline.state.body)
  const facts = new Map(draft.lessons.map((lesson) => [lesson.key, lesson]))
  const assets = new Map(media.assets.map((asset) => [asset.assetId, asset]))
  return (
    <>
      {modules.map((module, moduleIndex) => (
        <ModuleCard
          key={module.key}
          {...moduleActions}
          onFiles={props.onFiles}
          module={module}
          number={moduleIndex + 1}
          moduleCount={modules.length}
          minutes={module.lessons.reduce((sum, { key, minutes }) => sum + (minutes ?? facts.get(key)?.minutes ?? 0), 0)}
          mayEdit={mayEdit}
          done={done?.moduleKey === module.key ? done : null}
        >
          {module.lessons.map((lesson, index) => {
            const asset = assets.get(facts.get(lesson.key)?.mediaId ?? '')
            return (
              <LessonRow
                key={lesson.key}
                {...lessonActions}
                onMoveTo={props.onMoveTo}
                onResume={props.onResume}
                lesson={lesson}
                number={index + 1}
                facts={facts.get(lesson.key)}
                asset={asset}
                upload={running.find(({ assetId }) => assetId === asset?.assetId) ?? null}
                isOpen={openKey === lesson.key}
                isFirst={lesson === lessons[0] && moduleIndex === 0}
                isLast={lesson === lessons.at(-1) && moduleIndex === modules.length - 1}
                mayEdit={mayEdit}
                path={getPath(lesson.key)}
              />
            )
          })}
        </ModuleCard>
      ))}
      {done && !modules.some(({ key }) => key === done.moduleKey) && <DoneStrip {...done} />}
      {mayEdit && (
        <div className={styles.foot}>
          <Button look="quiet" size="compact" onClick={curriculum.addModule}>
            <Plus size={18} /> Add a module
          </Button>
        </div>
      )}
    </>
  )
}

/** What was just done or undone, with the way back. */
function getDone({ outline, undo, redo }: ReturnType<typeof useCurriculum>): Done | null {
  const { last, redoable } = outline
  if (redoable) {
    const { words, moduleKey } = redoable
    return { words: `Undone: ${words}`, moduleKey, wayBack: 'Redo', onWayBack: redo, onUndoMore: last && undo }
  }
  return last && { words: last.words, moduleKey: last.moduleKey, wayBack: 'Undo', onWayBack: undo, onUndoMore: null }
}

/** `5 modules, 29 lessons. 2 changes aren’t public yet` */
function formatLead(outline: Outline, { state, changedUnits }: CourseDraft): string {
  const [moduleCount, lessonCount] = [outline.modules.length, listLessons(outline).length]
  const modules = moduleCount === 1 ? '1 module' : `${moduleCount} modules`
  const lessons = lessonCount === 1 ? '1 lesson' : `${lessonCount} lessons`
  const count = state === 'published' ? changedUnits.length : 0
  const changes =
    count === 0 ? '' : count === 1 ? '. 1 change isn’t public yet' : `. ${count} changes aren’t public yet`
  return `${modules}, ${lessons}${changes}`
}

const formatOutline = ({ modules, proSessions }: Outline): string =>
  [...modules, ...(proSessions.length > 0 ? [{ title: 'Pro sessions', lessons: proSessions }] : [])]
    .map(({ title, lessons }) => [title, ...lessons.map(formatSettings)].join('\n'))
    .join('\n')

/** With what a teacher chose for it, because two outlines may differ in that alone. */
function formatSettings({ title, preview, required, minutes, release }: OutlineLesson): string {
  const choices = [
    preview && 'free preview',
    !required && 'not required',
    minutes !== null && `${minutes} min`,
    release.rule !== 'at-once' && `opens ${release.rule.replaceAll('-', ' ')}`,
  ].filter(Boolean)
  return `– ${title}${choices.length > 0 ? ` (${choices.join(', ')})` : ''}`
}
