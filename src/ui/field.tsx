import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import styles from './field.module.css'

type FieldProps = Omit<ComponentProps<'input'>, 'name' | 'id'> & {
  name: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  end?: ReactNode
  beside?: ReactNode
  idPrefix?: string
}

export function Field({ name, label, error, hint, end, beside, idPrefix, ...input }: FieldProps) {
  const id = idPrefix ? `${idPrefix}-${name}` : name
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? `${styles.field} ${styles.bad}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <input
          {...input}
          id={id}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={told || undefined}
        />
        {end}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert size={16} /> {error}
        </p>
      )}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {beside && <span className={styles.beside}>{beside}</span>}
    </div>
  )
}

export function SecretField(field: FieldProps) {
  const [isShown, show] = useState(false)
  const toggle = (
    <button
      type="button"
      className={styles.reveal}
      aria-pressed={isShown}
      aria-label={isShown ? 'Hide the password' : 'Show the password'}
      onClick={() => show(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </button>
  )
  return <Field {...field} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} end={toggle} />
}

export function Told({ children }: { children: ReactNode }) {
  return (
    <p className={styles.told} role="alert">
      <CircleAlert size={18} /> <span>{children}</span>
    </p>
  )
}

export function Done({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.told} ${styles.done}`} role="status">
      <CircleCheck size={18} /> <span>{children}</span>
    </p>
  )
}

export function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}
