import type { ReactNode } from 'react'

type Props<Value extends string> = {
  name: string
  value: Value
  is: Value | null
  on: (value: Value) => void
  children: ReactNode
}

export function Choice<Value extends string>({ name, value, is, on, children }: Props<Value>) {
  return (
    <label>
      <input type="radio" name={name} value={value} checked={is === value} onChange={() => on(value)} />{' '}
      <span>{children}</span>
    </label>
  )
}
