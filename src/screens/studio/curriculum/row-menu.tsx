import { Ellipsis } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { closeMenuOnBlur, closeMenuOnEscape } from '#ui/browser/close-menus.ts'
import styles from './row-menu.module.css'

type MenuProps = { label: string; summary?: ReactNode; children: ReactNode }

/** A button that opens a list of actions. */
export function RowMenu({ label, summary, children }: MenuProps) {
  return (
    <details className={styles.menu} onBlur={closeMenuOnBlur} onKeyDown={closeMenuOnEscape}>
      <summary aria-label={label} className={summary ? styles.wide : undefined}>
        {summary ?? <Ellipsis size={20} aria-hidden />}
      </summary>
      <div tabIndex={-1}>{children}</div>
    </details>
  )
}

type ItemProps = {
  Icon: ComponentType<{ size: number }>
  keys?: string
  isDanger?: boolean
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

export function MenuItem({ Icon, keys, isDanger = false, isDisabled = false, onPress, children }: ItemProps) {
  return (
    <button
      type="button"
      className={isDanger ? styles.danger : undefined}
      disabled={isDisabled}
      onClick={({ currentTarget }) => {
        const menu = currentTarget.closest('details')
        if (menu) menu.open = false
        menu?.querySelector('summary')?.focus()
        onPress()
      }}
    >
      <Icon size={18} /> <span>{children}</span>
      {keys && <kbd>{keys}</kbd>}
    </button>
  )
}
