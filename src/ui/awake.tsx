import { type ReactNode, useEffect } from 'react'

export function Awake({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell])
  return children
}
