/** Which photo of a page takes a picture from the clipboard. Pure. */

export type PasteQuery = {
  /** Where the focus is: in this photo's part, in another field or photo, or in nothing of these. */
  focus: 'here' | 'elsewhere' | 'nowhere'
  /** Whether the pointer is over this photo's part. */
  isHovered: boolean
  /** Whether the focus is in a field where text can be pasted. */
  isTyping: boolean
  /** Whether the clipboard has text beside the picture, as that of an office program does. */
  hasText: boolean
}

/** The focus decides, and the pointer only without one. Text that is pasted into a field stays text. */
export function takesPaste({ focus, isHovered, isTyping, hasText }: PasteQuery): boolean {
  if (isTyping && hasText) return false
  return focus === 'here' || (focus === 'nowhere' && isHovered)
}
