import { createContext, use } from 'react'

/** The token of the preview link whose page it is. Null: a public page. */
export const DraftContext = createContext<string | null>(null)

/** True on the page of a preview link: what it offers can be read, and not used. */
export const useIsDraft = () => use(DraftContext) !== null

export const useDraftToken = () => use(DraftContext)
