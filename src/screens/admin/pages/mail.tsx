import { useRevalidator } from 'react-router'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadMails } from '../mail/load-mails.ts'
import { MailPage } from '../mail/mail-page.tsx'
import type { Route } from './+types/mail.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'E-mails')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadMails(createAppRequest(args))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="E-mails" lead="Loading the e-mails…" isWide />
}

export default function MailRoute({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <MailPage {...loaderData} onChanged={() => void revalidate()} />
}
