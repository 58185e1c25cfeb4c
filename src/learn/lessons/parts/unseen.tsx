import type { ReactNode } from 'react'
import text from '#ui/text.module.css'

export function Unseen({ children }: { children: ReactNode }) {
  return <span className={text.unseen}>{children} </span>
}
