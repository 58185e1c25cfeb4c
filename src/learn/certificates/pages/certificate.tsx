import { data } from 'react-router'
import { clientAddressContext, depsContext } from '#http/context.ts'
import { createTitle } from '#ui/page-title.ts'
import { loadVerifyPage } from '../load-verify-page.ts'
import { RevokedCertificate, TooManyLookUps, UnknownCertificate } from '../parts/no-certificate.tsx'
import { ValidCertificate } from '../parts/valid-certificate.tsx'
import type { Route } from './+types/certificate.ts'

export const handle = { document: true, frame: 'site' }

const TITLES = {
  valid: 'Valid certificate',
  revoked: 'Revoked certificate',
  unknown: 'Certificate not found',
  limited: 'Too many look-ups',
} as const
const STATUSES = { valid: 200, revoked: 200, unknown: 404, limited: 429 } as const

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData ? TITLES[loaderData.is] : 'Certificate'),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const page = await loadVerifyPage(deps, params.publicId, context.get(clientAddressContext))
  const headers = page.is === 'limited' ? { 'retry-after': String(page.retryAfter) } : undefined
  return data(page, { status: STATUSES[page.is], ...(headers && { headers }) })
}

export default function CertificatePage({ loaderData }: Route.ComponentProps) {
  switch (loaderData.is) {
    case 'valid':
      return <ValidCertificate certificate={loaderData} />
    case 'revoked':
      return <RevokedCertificate certificate={loaderData} />
    case 'unknown':
      return <UnknownCertificate />
    case 'limited':
      return <TooManyLookUps />
  }
}
