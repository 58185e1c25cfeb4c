import { useLocation, useRevalidator } from 'react-router'
import { DemoLogIns } from '#people/accounts/parts/demo-log-ins.tsx'
import { LogInLinkButton } from '#people/accounts/parts/log-in-link-button.tsx'
import { ADMIN_LOG_IN_PATH } from '#people/accounts/session/app-session.ts'
import { LogInForm } from '#people/accounts/session/log-in-form.tsx'
import type { PageFailure } from '#people/accounts/session/page-failure.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { joinTitle } from '#ui/page-title.ts'
import { useSite } from '#ui/use-site.ts'
import { getAccess, type Navigation } from './navigation.ts'
import styles from './page-failure-view.module.css'

/** Replaces a page that could not be loaded. The URL stays, so that the page appears after the log-in or a retry. */
export function PageFailureView({ failure, navigation }: { failure: PageFailure; navigation: Navigation }) {
  const { pathname } = useLocation()
  const site = useSite()
  const { state, revalidate } = useRevalidator()
  const retry = () => void revalidate()
  if (failure.is === 'signed-out') {
    const isAdminPage = getAccess(navigation, pathname) === 'admin'
    return (
      <>
        <title>{joinTitle('Log in', site?.name)}</title>
        {isAdminPage ? (
          <AdminLogIn notice={failure.notice} onLoggedIn={retry} />
        ) : (
          <LearnerLogIn notice={failure.notice} onLoggedIn={retry} />
        )}
      </>
    )
  }
  return (
    <FormFrame title="Something went wrong!" lead="Your courses are safe. We couldn’t load this page.">
      <title>{joinTitle('Something went wrong', site?.name)}</title>
      <ErrorMessage>{failure.message}</ErrorMessage>
      <Button onClick={retry} aria-busy={state !== 'idle'}>
        Try again
      </Button>
    </FormFrame>
  )
}

type LogInProps = { notice: string | null; onLoggedIn: () => void }

function LearnerLogIn({ notice, onLoggedIn }: LogInProps) {
  return (
    <FormFrame
      title="Log in"
      lead="Log in to see your courses. Bought without a password? The link in your e-mail opens them."
      isLogIn
    >
      {notice && <p role="status">{notice}</p>}
      <LogInForm idPrefix="portal" onLoggedIn={onLoggedIn}>
        <LogInLinkButton />
      </LogInForm>
      <p className={styles.note}>
        New here? <a href="?login=sign-up">Create an account</a>
      </p>
      <p className={styles.note}>
        An admin? <a href={ADMIN_LOG_IN_PATH}>Log in as admin</a>
      </p>
      <DemoLogIns />
    </FormFrame>
  )
}

function AdminLogIn({ notice, onLoggedIn }: LogInProps) {
  return (
    <FormFrame title="Community admin" lead="Admins only." isLogIn>
      {notice && <p role="status">{notice}</p>}
      <LogInForm idPrefix="admin" audience="admin" onLoggedIn={onLoggedIn} />
      <p className={styles.note}>
        Not an admin, or not any more? <a href="/?login=1">Log in as a learner or teacher</a>
      </p>
      <DemoLogIns />
    </FormFrame>
  )
}
