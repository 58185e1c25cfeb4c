import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteDraft } from '#catalogue/course-life/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { forgetUnitSavers } from '../browser/unit-savers.ts'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import { getStudioPath } from '../frame/studio-path.ts'

type Props = { course: string; as: SignedInAudience; session: AppSession }

/** Deletes a draft once its code is typed. */
export function DeleteDraft({ course, as, session }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()

  async function remove() {
    if (isBusy) return
    if (code.trim().toUpperCase() !== course) return setFault(`Please type ${course}`)
    setBusy(true)
    const response = await browserClient().call(deleteDraft, { auth: as, params: { course }, body: { code } })
    setBusy(false)
    if (response.error !== null) {
      setFault(response.fields?.code)
      return setError(response.error)
    }
    forgetUnitSavers(course)
    dialog.current?.close()
    await navigate(getStudioPath(session))
  }

  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        Delete the draft
      </Button>
      <StudioDialog
        ref={dialog}
        title="Delete this draft?"
        note="This can’t be undone."
        cancelLabel="Keep it"
        actions={
          <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <p>Its texts, lessons, files, dates and prices are deleted.</p>
        <Field
          name="code"
          idPrefix="delete"
          label={`Type ${course} to delete it`}
          value={code}
          error={fault}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value)
            setFault(undefined)
          }}
        />
      </StudioDialog>
    </>
  )
}
