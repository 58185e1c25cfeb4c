import { Field } from '#ui/field.tsx'
import type { useUnit } from '../draft/use-unit.ts'
import { NeedRow } from './need-row.tsx'
import type { Addresses } from './units.ts'

type Props = { unit: ReturnType<typeof useUnit<Addresses>>; fault: string | null; mayEdit: boolean }

/** Words between hyphens, as an address needs them: `Sketch the street` → `/sketch-the-street`. */
function withMain([, ...others]: readonly string[], typed: string): string[] {
  const slug = typed.trimStart().toLowerCase().replaceAll(/\s+/g, '-')
  return slug === '' ? [] : [`/${slug}`, ...others]
}

/** The main address of the course's page. A former one keeps leading here. */
export function AddressField({ unit: { saver, state }, fault, mayEdit }: Props) {
  const { pages } = state.body
  const page = pages[0] ?? ''
  const error = Object.values(state.fields)[0] ?? fault ?? undefined
  return (
    <NeedRow title="Address" isDone={page !== '' && error === undefined} id="address">
      <Field
        name="page"
        idPrefix="addresses"
        label="Address of the page"
        value={page.slice(1)}
        readOnly={!mayEdit || state.kept !== null}
        error={error}
        hint={`The page is at ${location.host}${page}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => saver.change({ ...state.body, pages: withMain(pages, currentTarget.value) })}
        onBlur={() => saver.flush()}
      />
    </NeedRow>
  )
}
