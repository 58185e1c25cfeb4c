import type { ReactNode } from 'react'

type Props<Value extends string> = {
  name: string
  value: Value
  selected: Value | null
  onSelect: (value: Value) => void
  children: ReactNode
}

export function Choice<Value extends string>({ name, value, selected, onSelect, children }: Props<Value>) {
  return (
    <label>
      <input type="radio" name={name} value={value} checked={selected === value} onChange={() => onSelect(value)} />{' '}
      <span>{children}</span>
    </label>
  )
}
