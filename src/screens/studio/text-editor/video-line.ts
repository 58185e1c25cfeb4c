/** A line of a text that is only the address of a video on another site. */
import type { EditorState, Transaction } from 'prosemirror-state'
import { parseEmbedAddress } from '#domain/learning/embed-address.ts'

type VideoLine = { url: string; from: number; to: number }

export function findVideoLine({ doc }: Pick<EditorState, 'doc'>): VideoLine | null {
  let at = 0
  for (const block of doc.children) {
    const url = block.textContent.trim()
    const isAddress = block.type.name === 'paragraph' && /^https:\/\/\S+$/.test(url)
    if (isAddress && parseEmbedAddress(url, []).ok) return { url, from: at, to: at + block.nodeSize }
    at += block.nodeSize
  }
  return null
}

export function deleteLine({ tr, doc }: EditorState, { from, to }: VideoLine): Transaction {
  return doc.childCount === 1 ? tr.delete(from + 1, to - 1) : tr.delete(from, to)
}
