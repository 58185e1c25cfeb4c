import { Copy, Link2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { createPreviewLink, endPreviewLinks } from '#catalogue/previews/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import styles from './page-preview.module.css'

/** Of the shared links that work. */
export type LinkCount = { count: number; lastExpiresAt: string | null }
type Props = { course: string; links: LinkCount; as: SignedInAudience; onEnded: () => void }

/** Makes a link to the draft for other people, and ends all such links. */
export function PreviewLinks({ course, links, as, onEnded }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const call = { auth: as, params: { course } }

  async function run(work: () => Promise<string | null>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    setError(await work())
    setBusy(false)
  }

  const create = () =>
    run(async () => {
      const response = await browserClient().call(createPreviewLink, { ...call, body: { kind: 'shared' } })
      if (response.error !== null) return response.error
      setAddress(location.origin + response.data.data.path)
      await revalidate()
      return null
    })
  const end = () =>
    run(async () => {
      const response = await browserClient().call(endPreviewLinks, call)
      if (response.error !== null) return response.error
      setAddress(null)
      setMessage('All preview links have ended.')
      onEnded()
      await revalidate()
      return null
    })
  const copy = async () => {
    await navigator.clipboard?.writeText(address!)
    setMessage(navigator.clipboard ? 'The link is copied.' : 'Please copy the link from the field.')
  }

  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        <Link2 size={18} /> Preview link
      </Button>
      <Dialog
        ref={dialog}
        title="Show the draft to others"
        actions={
          <Button type="submit" look="quiet">
            Close
          </Button>
        }
      >
        <p>Everybody with the link sees the page as it is in your draft, for seven days. They can’t buy anything.</p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <div className={styles.link}>
          {address ? (
            <>
              <Field
                name="address"
                idPrefix="preview-link"
                label="Preview link"
                value={address}
                readOnly
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <Button onClick={() => void copy()}>
                <Copy size={18} /> Copy link
              </Button>
            </>
          ) : (
            <Button aria-busy={isBusy} onClick={() => void create()}>
              Make a link
            </Button>
          )}
        </div>
        {links.count > 0 && (
          <div className={styles.links}>
            <p>{formatLinks(links)}</p>
            <Button look="bare" size="compact" aria-busy={isBusy} onClick={() => void end()}>
              End all preview links
            </Button>
          </div>
        )}
        <p role="status">{message}</p>
      </Dialog>
    </>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

function formatLinks({ count, lastExpiresAt }: LinkCount): string {
  const until = lastExpiresAt ? day.format(Date.parse(lastExpiresAt)) : ''
  return count === 1 ? `1 link works until ${until}.` : `${count} links work, the last until ${until}.`
}
