import { FaultPage } from './fault-page.tsx'
import { type SiteFacts, SiteFrame } from './site-frame.tsx'

type Props = { current: string; site: SiteFacts | undefined; what: 'missing' | 'away' | 'broken' }

export function FaultFrame({ current, site, what }: Props) {
  return (
    <SiteFrame current={current} site={site}>
      <FaultPage what={what} requestId={site?.requestId} support={site?.support} />
    </SiteFrame>
  )
}
