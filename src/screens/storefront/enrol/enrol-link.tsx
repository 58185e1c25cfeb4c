import type { ComponentProps } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { useIsDraft } from '../draft/is-draft.ts'

type Props = ComponentProps<typeof ButtonLink> & { href: string; 'data-enrol'?: string }

/** The way to the checkout. The page of a draft shows it and leads nowhere. */
export function EnrolLink({ href, 'data-enrol': code, ...link }: Props) {
  return useIsDraft() ? (
    <ButtonLink {...link} role="link" aria-disabled="true" />
  ) : (
    <ButtonLink {...link} href={href} data-enrol={code} />
  )
}
