import { type ReactNode, useRef, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, deleteAsset } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import { forgetUpload } from '../browser/known-uploads.ts'
import { pauseUpload } from '../browser/running-uploads.ts'
import { AssetUses } from './asset-words.tsx'

type Props = { asset: AssetView; as: SignedInAudience; onDeleted: () => void; children: ReactNode }

/** A file in use shows its uses instead of the question. */
export function DeleteDialog({ asset, as, onDeleted, children }: Props) {
  const { assetId, filename, state, uses } = asset
  const dialog = useRef<HTMLDialogElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isUsed = uses.some(({ source }) => source !== 'version')

  async function remove() {
    setBusy(true)
    pauseUpload(assetId)
    const response = await browserClient().call(deleteAsset, { auth: as, params: { assetId } })
    setBusy(false)
    setError(response.error)
    if (response.error !== null) return
    forgetUpload(assetId)
    dialog.current?.close()
    onDeleted()
  }

  return (
    <>
      <Button
        look="quiet"
        size="compact"
        aria-label={`Delete: ${filename}`}
        onClick={() => {
          setError(null)
          dialog.current?.showModal()
        }}
      >
        {children}
      </Button>
      <Dialog
        ref={dialog}
        title={isUsed ? 'This file is in use' : `Delete “${filename}”?`}
        actions={
          <>
            {!isUsed && (
              <Button look="danger" disabled={isBusy} onClick={() => void remove()}>
                Delete
              </Button>
            )}
            <Button type="submit" look="quiet">
              {isUsed ? 'Close' : 'Keep'}
            </Button>
          </>
        }
      >
        {isUsed ? (
          <>
            <AssetUses asset={asset} />
            <p>
              A file in use can’t be deleted. Choose another one first: for a lesson in the curriculum, for a photo on
              the course’s page, for a recording on the page of its session.
            </p>
          </>
        ) : (
          <p>
            {uses.length > 0 && 'Only older versions of the course use this file. '}
            {state === 'uploading' ? 'The upload ends.' : 'The file and its captions are deleted.'} You can’t undo this.
          </p>
        )}
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </Dialog>
    </>
  )
}
