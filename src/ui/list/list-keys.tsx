import { useState } from 'react'
import { areSingleKeysOn, setSingleKeys } from '#ui/browser/single-keys.ts'
import { CheckField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import styles from './list-keys.module.css'

/** Explains the shortcuts of `useListKeys`, and turns the single letters off. */
export function ListKeys({ noun }: { noun: string }) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  return (
    <details className={styles.keys}>
      <summary className={text.opens}>Keyboard shortcuts</summary>
      <ul>
        <li>
          <kbd>j</kbd> and <kbd>k</kbd> next and previous {noun}
        </li>
        <li>
          <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes
        </li>
        <li>
          <kbd>/</kbd> searches
        </li>
      </ul>
      <CheckField
        name="single-keys"
        label="Use single-key shortcuts"
        checked={isOn}
        onChange={({ currentTarget }) => {
          setSingleKeys(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
    </details>
  )
}
