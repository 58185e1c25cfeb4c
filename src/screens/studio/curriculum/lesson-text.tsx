import { ImagePlus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { readPicture } from '#catalogue/previews/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import { prefersMarkdown, setMarkdownPreference } from '../browser/text-preference.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import type { TextEditorProps } from '../text-editor/use-editor.ts'
import { FileButton } from './lesson-media.tsx'
import styles from './lesson-panel.module.css'
import { changeContent, type LessonBody } from './lesson-unit.ts'

const TextPreview = lazyComponent<{ source: string }>(async () => (await import('./text-preview.tsx')).TextPreview)
const TextEditor = lazyComponent<TextEditorProps>(
  async () => (await import('../text-editor/text-editor.tsx')).TextEditor,
)

type Props = {
  label: string
  place: { course: string; as: SignedInAudience; personId: string }
  media: CourseMedia
  onReload: () => void
  onEmbed: TextEditorProps['onEmbed']
  saver: UnitSaver<LessonBody>
  state: SaverState<LessonBody>
  mayEdit: boolean
}

const MAX_CHARACTERS = 60_000

/** The text of a lesson, which saves itself: as learners see it, or as Markdown where its person prefers that. */
export function LessonText({ label, place, media, saver, state, mayEdit, onReload, onEmbed }: Props) {
  const [isMarkdown, setMarkdown] = useState(() => prefersMarkdown(place.personId))
  const [fault, setFault] = useState<string | null>(null)
  const source = state.body.content?.markdown ?? ''
  const error = state.fields['content.markdown']
  const save = (markdown: string) => saver.change(changeContent(saver.getState().body, { markdown }))

  async function addPicture(file: File): Promise<{ assetId: string; words: string } | null> {
    const started =
      getFileKind(file) === 'image'
        ? await startUpload(file, { ...place, media, onEnd: onReload })
        : { fault: `${file.name} is no picture.` }
    setFault('fault' in started ? started.fault : null)
    return 'fault' in started ? null : { assetId: started.assetId, words: getPictureWords(file.name) }
  }
  async function loadPicture(assetId: string): Promise<string | null> {
    if (!media.assets.some((asset) => asset.assetId === assetId && asset.state === 'ready')) return null
    const params = { course: place.course, assetId }
    const response = await browserClient().call(readPicture, { auth: place.as, params })
    return response.error === null ? response.data.data.src : null
  }
  function choose(markdown: boolean): void {
    setMarkdownPreference(place.personId, markdown)
    setMarkdown(markdown)
  }
  return (
    <section aria-label={label}>
      <div className={styles.textHead}>
        <h3>{label}</h3>
        {mayEdit && (
          <Button look="bare" size="compact" onClick={() => choose(!isMarkdown)}>
            {isMarkdown ? 'Write as it looks' : 'Write as Markdown'}
          </Button>
        )}
      </div>
      {isMarkdown ? (
        <MarkdownField
          label={label}
          source={source}
          error={error}
          mayEdit={mayEdit}
          onChange={save}
          onBlur={() => saver.flush()}
          onPicture={addPicture}
        />
      ) : (
        <Suspense fallback={<div className={styles.textWait} role="status" aria-label="Loading the text" />}>
          <TextEditor
            label={label}
            source={source}
            mayEdit={mayEdit}
            onChange={save}
            onBlur={() => saver.flush()}
            getFilename={(id) => media.assets.find(({ assetId }) => assetId === id)?.filename ?? null}
            loadPicture={loadPicture}
            onPicture={addPicture}
            onEmbed={onEmbed}
          />
          {error && <ErrorMessage>{error}</ErrorMessage>}
        </Suspense>
      )}
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
    </section>
  )
}

type FieldProps = Pick<TextEditorProps, 'label' | 'source' | 'mayEdit' | 'onChange' | 'onBlur' | 'onPicture'> & {
  error: string | undefined
}

/** Markdown in a plain field, with a preview. */
function MarkdownField({ label, source, error, mayEdit, onChange, onBlur, onPicture }: FieldProps) {
  const [isPreview, showPreview] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  const words = source.split(/\s+/).filter(Boolean).length
  /** Writes the picture behind the caret. Its words are for people who do not see it. */
  async function addPicture(file: File) {
    const added = await onPicture(file)
    if (!added) return
    const text = latest.current
    const at = field.current?.selectionEnd ?? text.length
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
    onChange([before, `![${added.words}](asset:${added.assetId})`, after].filter(Boolean).join('\n\n'))
    onBlur()
  }
  return (
    <>
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
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        />
      )}
      <div className={styles.actions}>
        {mayEdit && !isPreview && (
          <FileButton accept="image/*" onFile={(file) => void addPicture(file)}>
            <ImagePlus size={16} /> Add a picture
          </FileButton>
        )}
        <Button look="quiet" size="compact" aria-pressed={isPreview} onClick={() => showPreview(!isPreview)}>
          Preview
        </Button>
      </div>
    </>
  )
}

/** Words for a picture until its teacher writes better ones: the name of its file. */
const getPictureWords = (filename: string) =>
  filename
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[_\s-]+|[[\]\\`<>]/g, ' ')
    .trim()
