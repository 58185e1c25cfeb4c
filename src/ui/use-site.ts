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
  /** False if e-mails surely wait: production, where the worker has no mail server. */
  sendsMail: boolean
  requestId: string
}

/** Undefined if the root loader failed. */
export const useSite = (): SiteFacts | undefined => useRouteLoaderData<SiteFacts>('root')
