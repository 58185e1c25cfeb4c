import { ArrowLeft, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { LessonKind } from '#domain/learning/lesson.ts'
import type { AssetView, CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import type { SaverState, Unit, UnitSaver } from '../draft/unit-saver.ts'
import { type DraftPlace, useUnit } from '../draft/use-unit.ts'
import type { OutlineLesson } from './edit-outline.ts'
import { LessonEmbed } from './lesson-embed.tsx'
import { LessonFiles } from './lesson-files.tsx'
import { LessonMedia } from './lesson-media.tsx'
import styles from './lesson-panel.module.css'
import { LessonSettings } from './lesson-settings.tsx'
import { LessonText } from './lesson-text.tsx'
import type { LessonBody } from './lesson-unit.ts'

export type OpenUnit = { unit: string; saver: UnitSaver<LessonBody>; state: SaverState<LessonBody> }

type Props = {
  place: Omit<DraftPlace, 'unit'>
  lesson: OutlineLesson
  unit: Unit<LessonBody>
  /** Typed, else calculated. */
  minutes: number
  /** The lesson was just made, and its row has the focus. */
  isMade: boolean
  isLive: boolean
  media: CourseMedia
  running: readonly RunningUpload[]
  mayEdit: boolean
  closePath: string
  onChange: (change: Partial<OutlineLesson>) => void
  onSave: () => void
  onDelete: () => void
  onResume: (asset: AssetView, file: File) => void
  onReload: () => void
  /** Tells the page about the unit that saves itself here. */
  onUnit: (unit: OpenUnit | null) => void
  /** Makes a lesson of a video on another site. Returns whether it could. */
  onEmbed: (url: string) => Promise<boolean>
}

/** The open lesson: beside the curriculum, or instead of it on a narrow page. */
export function LessonPanel(props: Props) {
  const { place, lesson, unit: start, mayEdit: mayEditCourse, closePath, onChange, onSave, onDelete, onUnit } = props
  const unit = useUnit<LessonBody>({ ...place, unit: `lesson:${lesson.key}` }, start)
  const { saver, state } = unit
  const name = `lesson:${lesson.key}`
  useEffect(() => {
    onUnit({ unit: name, saver, state })
    return () => onUnit(null)
  }, [name, saver, state, onUnit])
  const mayEdit = mayEditCourse && state.kept === null
  const { kind, title } = lesson
  return (
    <aside className={styles.side} aria-labelledby="lesson">
      <header>
        <Link className={styles.back} to={closePath} preventScrollReset>
          <ArrowLeft size={18} /> Curriculum
        </Link>
        <h2 id="lesson" ref={props.isMade ? undefined : focusField} tabIndex={-1}>
          {KIND_NAMES[kind]}
        </h2>
        <Link className={styles.close} to={closePath} preventScrollReset aria-label="Close">
          <X size={20} />
        </Link>
      </header>
      <KeptText saver={saver} kept={state.kept} />
      <section>
        <Field
          name="title"
          idPrefix="lesson"
          label="Title"
          value={title}
          maxLength={200}
          readOnly={!mayEdit}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
          onBlur={onSave}
        />
        <TextField
          name="summary"
          idPrefix="lesson"
          label="What learners get from it"
          hint="Shown below the title in the curriculum."
          value={state.body.summary}
          rows={2}
          maxLength={2000}
          readOnly={!mayEdit}
          error={state.fields.summary}
          onChange={({ currentTarget }) => saver.change({ ...state.body, summary: currentTarget.value })}
          onBlur={() => saver.flush()}
        />
      </section>
      {(kind === 'video' || kind === 'audio') && <LessonMedia {...props} {...unit} kind={kind} mayEdit={mayEdit} />}
      {kind === 'embed' && <LessonEmbed {...unit} mayEdit={mayEdit} />}
      {kind !== 'live' && (
        <LessonText {...props} {...unit} label={kind === 'text' ? 'Text' : 'Text below'} mayEdit={mayEdit} />
      )}
      {(kind === 'files' || kind === 'video' || kind === 'audio') && (
        <LessonFiles {...props} {...unit} mayEdit={mayEdit} />
      )}
      {kind === 'live' && (
        <section>
          <p>Learners meet here at the dates of the course.</p>
        </section>
      )}
      <LessonSettings {...props} mayEdit={mayEdit} />
      {mayEdit && kind !== 'live' && (
        <section>
          <Button look="bare" size="compact" onClick={onDelete}>
            <Trash2 size={18} /> Delete this lesson
          </Button>
        </section>
      )}
      <ConflictDialog saver={saver} state={state} listTexts={(body) => listTexts(body, props.media.assets)} />
    </aside>
  )
}

const KIND_NAMES: Record<LessonKind, string> = {
  video: 'Video lesson',
  audio: 'Sound lesson',
  text: 'Text lesson',
  files: 'Lesson with files',
  embed: 'Embedded video',
  live: 'Live session',
}

function listTexts({ summary, content, media, files }: LessonBody, assets: readonly AssetView[]) {
  const getFilename = (id: string) => assets.find(({ assetId }) => assetId === id)?.filename ?? 'A file that is gone'
  return [
    ['Summary', summary],
    ['Text', content?.markdown ?? '', 'markdown'],
    ['Address', content?.url ?? ''],
    ['Video or sound', media === null ? '' : getFilename(media)],
    ['Files', files.map(({ file, label }) => `${label} (${getFilename(file)})`).join('\n')],
  ] as const
}

/** The address names a lesson that the curriculum does not have. */
export function MissingLesson({ closePath }: { closePath: string }) {
  return (
    <aside className={styles.side}>
      <p role="alert">
        This lesson isn’t in the curriculum any more. <Link to={closePath}>See the curriculum</Link>
      </p>
    </aside>
  )
}
