import { useRouteLoaderData } from 'react-router'
import type { SiteFacts } from './frame/site-frame.tsx'

/** Undefined if the root loader failed. */
export const useSite = (): SiteFacts | undefined => useRouteLoaderData<SiteFacts>('root')
