import type { ReactNode } from 'react'

/** A name and its value, inside a `dl`. */
export function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
