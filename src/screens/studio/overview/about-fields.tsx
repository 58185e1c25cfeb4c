import { Field, TextField } from '#ui/field.tsx'
import type { useUnit } from '../draft/use-unit.ts'
import type { About } from '../page-editor/page-fields.ts'
import { NeedRow } from './need-row.tsx'
import styles from './overview.module.css'

const TITLE_LENGTH = 80
const SENTENCE_LENGTH = 160

type Props = { unit: ReturnType<typeof useUnit<About>>; mayEdit: boolean }

/** Saves itself as its person types. */
export function AboutFields({ unit: { saver, state }, mayEdit }: Props) {
  const isReadOnly = !mayEdit || state.kept !== null
  const { title, subtitle } = state.body
  const set = (change: Partial<About>) => saver.change({ ...state.body, ...change })
  return (
    <NeedRow title="Title and sentence" isDone={title.trim() !== '' && subtitle.trim() !== ''} id="title">
      <div className={styles.texts}>
        <Field
          name="title"
          idPrefix="about"
          label="Title"
          value={title}
          maxLength={TITLE_LENGTH}
          readOnly={isReadOnly}
          error={state.fields.title}
          beside={`${title.length} of ${TITLE_LENGTH}`}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          onBlur={() => saver.flush()}
        />
        <TextField
          name="subtitle"
          idPrefix="about"
          label="One sentence about it"
          value={subtitle}
          rows={2}
          maxLength={SENTENCE_LENGTH}
          readOnly={isReadOnly}
          error={state.fields.subtitle}
          beside={`${subtitle.length} of ${SENTENCE_LENGTH}`}
          onChange={({ currentTarget }) => set({ subtitle: currentTarget.value })}
          onBlur={() => saver.flush()}
        />
      </div>
    </NeedRow>
  )
}
