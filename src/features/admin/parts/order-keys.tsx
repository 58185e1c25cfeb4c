import { useState } from 'react'
import { CheckField } from '#ui/field.tsx'
import { areKeysOn, switchKeys } from '#ui/single-keys.ts'
import text from '#ui/text.module.css'
import styles from './orders-view.module.css'

export function OrderKeys() {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <details className={styles.keys}>
      <summary className={text.opens}>Keys</summary>
      <ul>
        <li>
          <kbd>j</kbd> and <kbd>k</kbd> the next order and the one before
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
        label="Use single letters and / as keys"
        checked={isOn}
        onChange={({ currentTarget }) => {
          switchKeys(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
    </details>
  )
}
