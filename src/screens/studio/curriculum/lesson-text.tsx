import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { FileButton } from './lesson-media.tsx'
import styles from './lesson-panel.module.css'
import { changeContent, type LessonBody } from './lesson-unit.ts'

const TextPreview = lazyComponent<{ source: string }>(async () => (await import('./text-preview.tsx')).TextPreview)

type Props = {
  label: string
  place: { course: string; as: SignedInAudience }
  media: CourseMedia
  onReload: () => void
  saver: UnitSaver<LessonBody>
  state: SaverState<LessonBody>
  mayEdit: boolean
}

const MAX_CHARACTERS = 60_000

/** The text of a lesson as Markdown, with a preview. It saves itself. */
export function LessonText({ label, place, media, saver, state, mayEdit, onReload }: Props) {
  const [isPreview, showPreview] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const source = state.body.content?.markdown ?? ''
  const words = source.split(/\s+/).filter(Boolean).length
  /** Writes the picture behind the caret. Its words are for people who do not see it. */
  async function addPicture(file: File) {
    if (getFileKind(file) !== 'image') return setFault(`${file.name} is no picture.`)
    const started = await startUpload(file, { ...place, media, onEnd: onReload })
    setFault('fault' in started ? started.fault : null)
    if ('fault' in started) return
    const { body } = saver.getState()
    const text = body.content?.markdown ?? ''
    const at = field.current?.selectionEnd ?? text.length
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
    const picture = `![${getPictureWords(file.name)}](asset:${started.assetId})`
    saver.change(changeContent(body, { markdown: [before, picture, after].filter(Boolean).join('\n\n') }))
    saver.flush()
  }
  return (
    <section aria-label={label}>
      <div className={styles.textHead}>
        <h3>{label}</h3>
        <Button look="quiet" size="compact" aria-pressed={isPreview} onClick={() => showPreview(!isPreview)}>
          Preview
        </Button>
      </div>
      {isPreview ? (
        source.trim() === '' ? (
          <p>Nothing to show yet.</p>
        ) : (
          <div className={styles.preview}>
            <TextPreview source={source} />
          </div>
        )
      ) : (
        <TextField
          ref={field}
          name="markdown"
          idPrefix="lesson"
          label={`${label}, as Markdown`}
          hint="# Heading, **bold**, *italic*, - list, [words](https://…)"
          beside={words === 1 ? '1 word' : `${words} words`}
          value={source}
          rows={16}
          maxLength={MAX_CHARACTERS}
          readOnly={!mayEdit}
          dir="auto"
          error={state.fields['content.markdown']}
          onChange={({ currentTarget }) => saver.change(changeContent(state.body, { markdown: currentTarget.value }))}
          onBlur={() => saver.flush()}
        />
      )}
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
      {mayEdit && !isPreview && (
        <div className={styles.actions}>
          <FileButton accept="image/*" onFile={(file) => void addPicture(file)}>
            <ImagePlus size={16} /> Add a picture
          </FileButton>
        </div>
      )}
    </section>
  )
}

/** Words for a picture until its teacher writes better ones: the name of its file. */
const getPictureWords = (filename: string) =>
  filename
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[_\s-]+|[[\]\\]/g, ' ')
    .trim()
