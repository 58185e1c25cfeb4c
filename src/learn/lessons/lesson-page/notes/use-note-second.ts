import { useRef, useState } from 'react'

export type NoteSecond = ReturnType<typeof useNoteSecond>

/** The second that a new note belongs to: the one at which the person began it, else the current one. */
export function useNoteSecond() {
  const [position, setPosition] = useState(0)
  const [begunAt, setBegunAt] = useState<number | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  return {
    field,
    second: begunAt ?? position,
    setPosition,
    begin: () => setBegunAt((at) => at ?? position),
    end: () => setBegunAt(null),
    start(second: number) {
      setBegunAt(Math.floor(second))
      field.current?.focus()
    },
  }
}
