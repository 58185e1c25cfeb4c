import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import styles from './field.module.css'
import { focusHeading } from './focus.ts'

type ShellProps = {
  name: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  start?: ReactNode
  end?: ReactNode
  beside?: ReactNode
  idPrefix?: string
}
type FieldProps = ShellProps & Omit<ComponentProps<'input'>, 'name' | 'id'>
type TextProps = ShellProps & Omit<ComponentProps<'textarea'>, 'name' | 'id'>
type SelectProps = ShellProps & Omit<ComponentProps<'select'>, 'name' | 'id'>

export function Field({ name, label, error, hint, start, end, beside, idPrefix, ...input }: FieldProps) {
  const shell = { name, label, error, hint, start, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <input {...input} {...common} />}</Shell>
}

export function SelectField({ name, label, error, hint, start, end, beside, idPrefix, ...select }: SelectProps) {
  const shell = { name, label, error, hint, start, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <select {...select} {...common} />}</Shell>
}

export function TextField({ name, label, error, hint, end, beside, idPrefix, ...text }: TextProps) {
  const shell = { name, label, error, hint, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <textarea rows={4} {...text} {...common} />}</Shell>
}

type Common = { id: string; name: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Shell({ name, label, error, hint, start, end, beside, idPrefix, children }: Absent<ShellProps> & Inner) {
  const id = idPrefix ? `${idPrefix}-${name}` : name
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? `${styles.field} ${styles.bad}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={start ? `${styles.control} ${styles.started}` : styles.control}>
        {start}
        {children({ id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
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

type Inner = { children: (common: Common) => ReactNode }
type Absent<Props> = { [Name in keyof Props]: Props[Name] | undefined } & { name: string }

/** Who types `ana@gmial.com` is asked whether gmail.com is meant; a press accepts it. */
export function EmailField({ hint, onBlur, onChange, ...field }: FieldProps) {
  const [suggestion, setSuggestion] = useState<{ email: string; input: HTMLInputElement } | null>(null)
  async function suggest(input: HTMLInputElement, isFinished: boolean) {
    const { value } = input
    const { suggestEmail } = await import('#domain/email-suggestion.ts')
    if (input.value !== value) return
    const email = suggestEmail(value, isFinished)
    setSuggestion(email ? { email, input } : null)
  }
  function accept() {
    if (!suggestion) return
    typeFor(suggestion.input, suggestion.email)
    suggestion.input.focus()
  }
  return (
    <Field
      {...field}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      onBlur={(event) => {
        onBlur?.(event)
        // A press changes nothing, so that nothing moves under the finger.
        if (!isPressed(event.relatedTarget)) void suggest(event.currentTarget, true)
      }}
      onChange={(event) => {
        onChange?.(event)
        void suggest(event.currentTarget, false)
      }}
      hint={
        suggestion ? (
          <span role="status">
            Did you mean{' '}
            <button type="button" onClick={accept}>
              {suggestion.email}
            </button>
            ?
          </span>
        ) : (
          hint
        )
      }
    />
  )
}

const isPressed = (element: EventTarget | null): boolean => element instanceof HTMLElement && element.matches(':active')

/** Sets a field's text as if its person had typed it. React hears of the text only through the browser's own setter. */
function typeFor(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
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

export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p className={styles.told} role="alert">
      <CircleAlert size={18} /> <span>{children}</span>
    </p>
  )
}

export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.told} ${styles.done}`} role="status">
      <CircleCheck size={18} /> <span>{children}</span>
    </p>
  )
}

/** In place of a form that was sent: keeps the focus that its button had. */
export function SentMessage({ children }: { children: ReactNode }) {
  return (
    <div ref={focusHeading} tabIndex={-1}>
      <SuccessMessage>{children}</SuccessMessage>
    </div>
  )
}

export function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}

export function CheckField({
  name,
  label,
  ...input
}: { name: string; label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.check}>
      <input {...input} name={name} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}
