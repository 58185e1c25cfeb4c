import { createContext, use } from 'react'

/** True on the page of a preview link: what it offers can be read, and not used. */
export const DraftContext = createContext(false)

export const useIsDraft = () => use(DraftContext)
