import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { AssetView, CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { PlayedFile } from '../media/played-file.tsx'
import type { LessonBody } from './lesson-unit.ts'

type Props = {
  kind: 'video' | 'audio'
  place: { course: string; as: SignedInAudience }
  saver: UnitSaver<LessonBody>
  state: SaverState<LessonBody>
  media: CourseMedia
  running: readonly RunningUpload[]
  mayEdit: boolean
  onResume: (asset: AssetView, file: File) => void
  onReload: () => void
}

/** The video or sound of a lesson: what became of it, its captions, and another file in its place. */
export function LessonMedia(props: Props) {
  const { kind, place, saver, state, media, running, mayEdit, onResume, onReload } = props
  const { course, as } = place
  const [fault, setFault] = useState<string | null>(null)
  const asset = media.assets.find(({ assetId }) => assetId === state.body.media)
  const upload = running.find(({ assetId }) => assetId === asset?.assetId) ?? null
  const noun = kind === 'video' ? 'video' : 'sound file'

  async function replace(file: File) {
    if (getFileKind(file) !== kind) return setFault(`${file.name} is no ${noun}.`)
    const started = await startUpload(file, { course, as, media, onEnd: onReload })
    setFault('fault' in started ? started.fault : null)
    if ('fault' in started) return
    const { body } = saver.getState()
    saver.change({ ...body, content: body.content ?? {}, media: started.assetId })
    saver.flush()
  }
  return (
    <section aria-label={kind === 'video' ? 'Video' : 'Sound'}>
      <PlayedFile
        asset={asset}
        as={as}
        upload={upload}
        mayEdit={mayEdit}
        fault={fault ?? state.fields.media ?? null}
        empty={<p>{state.body.media === null ? `No ${noun} yet.` : `The ${noun} of this lesson was deleted.`}</p>}
        onResume={onResume}
        onReload={onReload}
      >
        {mayEdit && (
          <FileButton accept={ACCEPTED[kind]} onFile={(file) => void replace(file)}>
            <Upload size={16} /> {asset ? 'Choose another file' : 'Choose a file'}
          </FileButton>
        )}
      </PlayedFile>
    </section>
  )
}

export const ACCEPTED = { video: 'video/*,.mkv,.mov,.m4v', audio: 'audio/*,.flac' }

type FileButtonProps = { accept?: string; label?: string; onFile: (file: File) => void; children: React.ReactNode }

/** A button that asks for a file. */
export function FileButton({ accept, label = 'File of the lesson', onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
      <Button look="quiet" size="compact" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
