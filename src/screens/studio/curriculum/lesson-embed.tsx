import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { changeContent, type LessonBody } from './lesson-unit.ts'

type Props = { saver: UnitSaver<LessonBody>; state: SaverState<LessonBody>; mayEdit: boolean }

/** The address of a video on another site. It is saved once its person leaves the field: half an address is none. */
export function LessonEmbed({ saver, state, mayEdit }: Props) {
  const saved = state.body.content?.url ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    if (typed === null || typed.trim() === saved) return
    saver.change(changeContent(state.body, { url: typed.trim() }))
    saver.flush()
    setTyped(null)
  }
  return (
    <section aria-label="Embedded video">
      <Field
        name="url"
        idPrefix="lesson"
        label="Address of the video"
        hint="Such as https://youtu.be/… or https://vimeo.com/… It is shown inside the lesson."
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed ?? saved}
        maxLength={2000}
        readOnly={!mayEdit}
        error={state.fields['content.url']}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </section>
  )
}
