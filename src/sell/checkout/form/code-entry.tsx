import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { TypedCodes } from '../session/checkout-session.ts'
import styles from './code-fields.module.css'

type Props = {
  name: keyof TypedCodes
  label: string
  fault: string | undefined
  /** The code of the address, to be corrected. The field then takes no focus: the note at the price names the fault. */
  refusedCode?: string | undefined
  isQuoting: boolean
  onApply: (code: string) => void
}

export function CodeEntry({ name, label, fault, refusedCode = '', isQuoting, onApply }: Props) {
  const [code, setCode] = useState(refusedCode)
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!refusedCode) input.current?.querySelector('input')?.focus()
  }, [refusedCode])

  const submitCode = () => code.trim() && onApply(code.trim())
  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submitCode()
  }
  return (
    <div className={styles.ask} ref={input}>
      <Field
        name={name}
        label={label}
        value={code}
        error={fault}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={applyOnEnter}
      />
      <Button look="quiet" onClick={submitCode} aria-busy={isQuoting}>
        Apply
      </Button>
    </div>
  )
}
