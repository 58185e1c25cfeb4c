import type { SiteFacts } from '../use-site.ts'
import { FaultPage } from './fault-page.tsx'
import { SiteFrame } from './site-frame.tsx'

type Props = { current: string; site: SiteFacts | undefined; fault: 'missing' | 'unavailable' | 'broken' }

export function FaultFrame({ current, site, fault }: Props) {
  return (
    <SiteFrame current={current} site={site}>
      <FaultPage fault={fault} requestId={site?.requestId} support={site?.support} />
    </SiteFrame>
  )
}
