import { ButtonLink } from '#ui/button.tsx'

/** Opens the log-in dialog where it asks for a link by e-mail. Who bought as a guest has no password. */
export function LogInLinkButton() {
  return (
    <ButtonLink href="?login=link" look="quiet" size="tall" wide>
      E-mail me a log-in link
    </ButtonLink>
  )
}
