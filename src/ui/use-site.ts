import { useRouteLoaderData } from 'react-router'

/** The data of the root route that every page shows. */
export type SiteFacts = {
  name: string
  /** The address of the picture beside it. Null: the drop that comes with the program. */
  mark: string | null
  /** Empty: none. */
  footerLine: string
  /** The origin. */
  site: string
  support: string
  year: number
  isDemo: boolean
  /** False in production without a mail server: e-mails wait. */
  sendsMail: boolean
  requestId: string
}

/** Undefined if the root loader failed. */
export const useSite = (): SiteFacts | undefined => useRouteLoaderData<SiteFacts>('root')
