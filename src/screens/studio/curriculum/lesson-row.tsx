import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Code,
  Copy,
  FileText,
  type LucideIcon,
  Mic,
  MoveRight,
  Music,
  Paperclip,
  Trash2,
  Video,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { AssetFault } from '../media/asset-fault.tsx'
import { AssetStateChip, Progress, UploadActions } from '../media/asset-row.tsx'
import { formatLength } from '../media/asset-words.tsx'
import styles from './curriculum.module.css'
import type { OutlineLesson } from './edit-outline.ts'
import { MenuItem, RowMenu } from './row-menu.tsx'

const KIND_ICONS: Record<LessonKind, LucideIcon> = {
  video: Video,
  audio: Music,
  text: FileText,
  files: Paperclip,
  embed: Code,
  live: Mic,
}

export type LessonFacts = CourseDraft['lessons'][number]
export type RowActions = {
  onRename: (key: string, title: string) => void
  /** Adds an empty lesson behind this one. */
  onAddAfter: (key: string) => void
  onRemove: (key: string) => void
  onDuplicate: (key: string) => void
  onMove: (key: string, step: -1 | 1) => void
  onMoveTo: (key: string) => void
  onSave: () => void
  onResume: (asset: AssetView, file: File) => void
}

type Props = RowActions & {
  lesson: OutlineLesson
  /** Its place in the module, from 1. */
  number: number
  /** Undefined: the server does not know the lesson yet. */
  facts: LessonFacts | undefined
  /** The video or sound. */
  asset: AssetView | undefined
  upload: RunningUpload | null
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  mayEdit: boolean
  path: string
}

export function LessonRow(props: Props) {
  const { lesson, number, asset, upload, isOpen, mayEdit, path, onRename, onSave } = props
  const { key, title, kind } = lesson
  const Icon = KIND_ICONS[kind]
  const name = title || `lesson ${number}`
  const isReady = !asset || (asset.state === 'ready' && asset.faultLines.length === 0)
  return (
    <li className={isOpen ? `${styles.lesson} ${styles.open}` : styles.lesson} data-lesson={key}>
      <Icon className={styles.kind} size={20} aria-hidden />
      <div className={styles.words}>
        <input
          className={styles.name}
          aria-label={`Title of lesson ${number}`}
          placeholder="Title of the lesson"
          value={title}
          maxLength={200}
          readOnly={!mayEdit}
          autoComplete="off"
          onChange={({ currentTarget }) => onRename(key, currentTarget.value)}
          onBlur={onSave}
          onKeyDown={(event) => handleTitleKey(event, props)}
        />
        <p>
          <LessonWords {...props} />
        </p>
      </div>
      <div className={styles.state}>
        {asset && asset.state !== 'ready' && <AssetStateChip asset={asset} upload={upload} />}
      </div>
      <div className={styles.ways}>
        {mayEdit && <LessonMenu {...props} name={name} />}
        <Link className={styles.way} to={path} preventScrollReset aria-label={`Open: ${name}`}>
          <ChevronRight size={20} aria-hidden />
        </Link>
      </div>
      {asset && !isReady && (
        <div className={styles.job}>
          <Progress asset={asset} upload={upload} />
          <AssetFault asset={asset} />
          {mayEdit && asset.state === 'uploading' && (
            <UploadActions asset={asset} upload={upload} onResume={(file) => props.onResume(asset, file)} />
          )}
        </div>
      )}
    </li>
  )
}

/** Enter adds the next lesson, Backspace removes an empty one, Alt and an arrow move it. */
function handleTitleKey(event: KeyboardEvent<HTMLInputElement>, props: Props): void {
  const { lesson, facts, mayEdit, onAddAfter, onRemove, onMove } = props
  if (!mayEdit || event.nativeEvent.isComposing) return
  const isEmpty = lesson.title === '' && lesson.kind !== 'live' && !facts?.hasContent && !facts?.mediaId
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
  const act =
    event.key === 'Enter' && !isEmpty
      ? () => onAddAfter(lesson.key)
      : event.key === 'Backspace' && isEmpty
        ? () => onRemove(lesson.key)
        : event.altKey && step
          ? () => onMove(lesson.key, step)
          : null
  if (!act) return
  event.preventDefault()
  act()
}

function LessonMenu({
  lesson: { key, kind },
  name,
  isFirst,
  isLast,
  onMove,
  onMoveTo,
  onDuplicate,
  onRemove,
}: Props & { name: string }) {
  return (
    <RowMenu label={`More: ${name}`}>
      <MenuItem Icon={ArrowUp} keys="Alt ↑" isDisabled={isFirst} onPress={() => onMove(key, -1)}>
        Move up
      </MenuItem>
      <MenuItem Icon={ArrowDown} keys="Alt ↓" isDisabled={isLast} onPress={() => onMove(key, 1)}>
        Move down
      </MenuItem>
      <MenuItem Icon={MoveRight} onPress={() => onMoveTo(key)}>
        Move to…
      </MenuItem>
      {kind !== 'live' && (
        <>
          <MenuItem Icon={Copy} onPress={() => onDuplicate(key)}>
            Duplicate
          </MenuItem>
          <MenuItem Icon={Trash2} isDanger onPress={() => onRemove(key)}>
            Delete
          </MenuItem>
        </>
      )}
    </RowMenu>
  )
}

function LessonWords({ lesson, facts, asset, path }: Props) {
  const words = [
    formatContent(lesson, facts, asset),
    lesson.preview && 'Free preview',
    !lesson.required && 'Optional',
    lesson.release.rule !== 'at-once' && 'Opens later',
  ]
  const needsCaptions = asset?.state === 'ready' && asset.kind === 'video' && asset.trackCount === 0
  return (
    <>
      {words.filter(Boolean).join(' · ')}
      {needsCaptions && (
        <Link className={styles.gap} to={`${path}#captions`} preventScrollReset>
          No captions
        </Link>
      )}
    </>
  )
}

function formatContent({ kind }: OutlineLesson, facts: LessonFacts | undefined, asset: AssetView | undefined): string {
  if (kind === 'live') return facts ? `Live, ${facts.minutes} min` : 'Live'
  if (kind === 'video' || kind === 'audio') {
    if (!asset) return facts?.mediaId ? 'The file is gone' : `No ${kind === 'video' ? 'video' : 'sound'} yet`
    return formatLength(asset.durationSeconds) ?? asset.filename
  }
  if (!facts?.hasContent) return EMPTY[kind]
  if (kind === 'files') return facts.fileCount === 1 ? '1 file' : `${facts.fileCount} files`
  return kind === 'embed' ? 'Embedded video' : `${facts.minutes} min read`
}

const EMPTY = { text: 'No text yet', files: 'No files yet', embed: 'No address yet' }
