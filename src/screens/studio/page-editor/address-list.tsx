import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import { ErrorMessage } from '#ui/field.tsx'
import type { useUnit } from '../draft/use-unit.ts'
import { LineList } from './entry-list.tsx'
import styles from './page-editor.module.css'
import type { Addresses } from './page-fields.ts'

type Props = { unit: ReturnType<typeof useUnit<Addresses>>; draft: CourseDraft }

const MAX_ADDRESSES = 20
const LENGTH = 119

/** Words between hyphens, as an address needs them: `Sketch the street` → `/sketch-the-street`. */
const toPath = (typed: string): string => {
  const slug = typed.trimStart().toLowerCase().replace(/^\/+/, '').replaceAll(/\s+/g, '-')
  return slug === '' ? '' : `/${slug}`
}

/** The addresses of the page. Those that are removed lead to the main one. */
export function AddressList({ unit: { saver, state }, draft }: Props) {
  const fault = draft.needs.find(({ need }) => need === 'address')?.fault
  return (
    <>
      <p className={styles.hint}>
        The first one is the main address: {location.host}
        {state.body.pages[0]}. The page is at each of them. An address that you remove leads to the main one for good.
      </p>
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
      <LineList
        path="pages"
        noun="address"
        article="an"
        max={MAX_ADDRESSES}
        maxLength={LENGTH}
        entries={state.body.pages.map((page) => page.slice(1))}
        isReadOnly={state.kept !== null}
        faults={state.fields}
        onChange={(update) => {
          const { body } = saver.getState()
          saver.change({ ...body, pages: update(body.pages.map((page) => page.slice(1))).map(toPath) })
        }}
        onSave={() => saver.flush()}
      />
    </>
  )
}
