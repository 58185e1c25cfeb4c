import type { ReactNode } from 'react'
import type { SiteFacts } from '../use-site.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** `site` is undefined if the root loader failed. */
type Props = { current: string; site: SiteFacts | undefined; children: ReactNode }

export function SiteFrame({ current, site, children }: Props) {
  return (
    <>
      <SiteHeader current={current} site={site?.site} />
      {children}
      <SiteFooter year={site?.year} isDemo={site?.isDemo} />
    </>
  )
}
