import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { CheckField } from '#ui/field.tsx'
import styles from './page-editor.module.css'
import { PARTS, type PartId } from './page-fields.ts'

type Props = {
  id: PartId
  /** What the part has now, in a few words. */
  note: string
  /** Its single texts, below its other fields. */
  texts: ReactNode
  /** Only for a part that the page can leave out. */
  shown?: { isShown: boolean; isReadOnly: boolean; onToggle: (isShown: boolean) => void }
  onOpen: (anchor: string) => void
  children?: ReactNode
}

/** One part of the page: its name, and below it its fields. */
export function Part({ id, note, texts, shown, onOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { title, anchor } = PARTS.find((part) => part.id === id)!
  // Before the first paint, so that the parts below do not move.
  useLayoutEffect(() => {
    if (details.current && (id === 'head' || location.hash === `#${id}`)) details.current.open = true
  }, [id])
  return (
    <details
      id={id}
      ref={details}
      className={styles.part}
      onToggle={({ currentTarget }) => currentTarget.open && anchor && onOpen(anchor)}
    >
      <summary>
        <span>
          <b>{title}</b>
          <small>{shown?.isShown === false ? 'Hidden' : note}</small>
        </span>
        <ChevronDown size={20} aria-hidden />
      </summary>
      <div>
        {shown && (
          <CheckField
            name={`show-${id}`}
            label="Show this part on the page"
            checked={shown.isShown}
            disabled={shown.isReadOnly}
            onChange={({ currentTarget }) => shown.onToggle(currentTarget.checked)}
          />
        )}
        {children}
        {texts}
      </div>
    </details>
  )
}
