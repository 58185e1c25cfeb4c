import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronUp,
  Code,
  FileText,
  Paperclip,
  Plus,
  Redo2,
  Trash2,
  Undo2,
  Video,
} from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { LessonKind } from '#domain/learning/lesson.ts'
import { Button } from '#ui/button.tsx'
import styles from './curriculum.module.css'
import type { OutlineModule } from './edit-outline.ts'
import { MenuItem, RowMenu } from './row-menu.tsx'

export type ModuleActions = {
  onRename: (key: string, title: string) => void
  onRemove: (key: string) => void
  onMove: (key: string, step: -1 | 1) => void
  onFiles: (key: string, files: FileList) => void
  onAdd: (key: string, kind: LessonKind) => void
  onSave: () => void
}

type Props = ModuleActions & {
  module: OutlineModule
  /** Its place in the course, from 1. */
  number: number
  moduleCount: number
  minutes: number
  mayEdit: boolean
  /** What was just done here, if there is a way back. */
  done: Done | null
  /** The rows. */
  children: React.ReactNode
}

export function ModuleCard(props: Props) {
  const { module, number, minutes, mayEdit, done, onRename, onSave, onFiles, children } = props
  const [isFolded, fold] = useState(false)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const { key, title, lessons } = module
  const name = title || `module ${number}`
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles(key, event.dataTransfer.files)
    },
  }
  return (
    <section
      className={isOver ? `${styles.module} ${styles.over}` : styles.module}
      aria-label={name}
      data-module={key}
      {...(mayEdit && drop)}
    >
      <header>
        <div className={styles.words}>
          <input
            className={styles.name}
            aria-label={`Title of module ${number}`}
            placeholder="Title of the module"
            value={title}
            maxLength={200}
            readOnly={!mayEdit}
            autoComplete="off"
            onChange={({ currentTarget }) => onRename(key, currentTarget.value)}
            onBlur={onSave}
          />
          <p>{formatSummary(lessons.length, minutes)}</p>
        </div>
        <div className={styles.ways}>
          {mayEdit && <ModuleMenu {...props} name={name} />}
          <button
            type="button"
            className={styles.way}
            aria-expanded={!isFolded}
            aria-controls={id}
            aria-label={`${isFolded ? 'Show' : 'Hide'} the lessons of ${name}`}
            onClick={() => fold(!isFolded)}
          >
            {isFolded ? <ChevronDown size={20} /> : <ChevronUp size={20} />}
          </button>
        </div>
      </header>
      {done && <DoneStrip {...done} />}
      <div id={id} hidden={isFolded}>
        {lessons.length > 0 && <ol>{children}</ol>}
        {mayEdit && <AddLesson {...props} name={name} />}
      </div>
    </section>
  )
}

export type Done = {
  words: string
  moduleKey: string | null
  wayBack: 'Undo' | 'Redo'
  onWayBack: () => void
  /** Takes back the change before. Null: there is none. */
  onUndoMore: (() => void) | null
}

export function DoneStrip({ words, wayBack, onWayBack, onUndoMore }: Done) {
  const Icon = wayBack === 'Undo' ? Undo2 : Redo2
  return (
    <div className={styles.done}>
      <p>{words}</p>
      <Button look="bare" size="compact" onClick={onWayBack}>
        <Icon size={16} /> {wayBack}
      </Button>
      {onUndoMore && (
        <Button look="bare" size="compact" onClick={onUndoMore}>
          <Undo2 size={16} /> Undo more
        </Button>
      )}
    </div>
  )
}

function ModuleMenu({ module, name, number, moduleCount, onMove, onRemove }: Props & { name: string }) {
  const { key, lessons } = module
  const hasDates = lessons.some(({ kind }) => kind === 'live')
  return (
    <RowMenu label={`More: ${name}`}>
      <MenuItem Icon={ArrowUp} isDisabled={number === 1} onPress={() => onMove(key, -1)}>
        Move up
      </MenuItem>
      <MenuItem Icon={ArrowDown} isDisabled={number === moduleCount} onPress={() => onMove(key, 1)}>
        Move down
      </MenuItem>
      {!hasDates && (
        <MenuItem Icon={Trash2} isDanger onPress={() => onRemove(key)}>
          Delete
        </MenuItem>
      )}
    </RowMenu>
  )
}

function AddLesson({ module: { key }, name, onAdd, onFiles }: Props & { name: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.add}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="video/*,audio/*,.mkv,.mov,.m4v,.flac"
        aria-label={`Videos for ${name}`}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(key, currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <RowMenu
        label={`Add a lesson to ${name}`}
        summary={
          <>
            <Plus size={18} aria-hidden /> Add a lesson
          </>
        }
      >
        <MenuItem Icon={Video} onPress={() => input.current?.click()}>
          Video or sound<small>Choose files. Each becomes a lesson</small>
        </MenuItem>
        <MenuItem Icon={FileText} onPress={() => onAdd(key, 'text')}>
          Text<small>With headings, lists and links</small>
        </MenuItem>
        <MenuItem Icon={Paperclip} onPress={() => onAdd(key, 'files')}>
          Files<small>Documents to download</small>
        </MenuItem>
        <MenuItem Icon={Code} onPress={() => onAdd(key, 'embed')}>
          Embedded video<small>From YouTube or Vimeo</small>
        </MenuItem>
      </RowMenu>
      <span>or drop videos here</span>
    </div>
  )
}

/** `6 lessons · 1 h 12 min` */
function formatSummary(count: number, minutes: number): string {
  if (count === 0) return 'No lessons yet'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const length = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
  return `${count === 1 ? '1 lesson' : `${count} lessons`} · ${length}`
}
