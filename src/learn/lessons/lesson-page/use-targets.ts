import { useState } from 'react'

/** The elements of the page in which the player shows its chapters and its transcript. */
export function useTargets() {
  const [transcript, setTranscript] = useState<HTMLElement | null>(null)
  const [chapters, setChapters] = useState<HTMLElement | null>(null)
  return { transcript, chapters, setTranscript, setChapters }
}
