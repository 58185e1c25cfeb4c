import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { readAsDataUrl } from '#ui/browser/read-data-url.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { changeMark } from '../wire.ts'
import styles from './site-settings.module.css'

const PIXELS = 256

/** The picture beside the name. It counts at once, without Save. */
export function MarkField({ mark, mayEdit }: { mark: string | null; mayEdit: boolean }) {
  const picker = useRef<HTMLInputElement>(null)
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(picture: string | null): Promise<void> {
    setBusy(true)
    const response = await browserClient().call(changeMark, { auth: 'admin', body: { picture } })
    setError(response.error === null ? null : (response.fields?.picture ?? response.error))
    if (response.error === null) await revalidate()
    setBusy(false)
  }
  async function take(file: File): Promise<void> {
    const picture = await shrinkPicture(file).catch(() => null)
    if (picture === null) return setError(`${file.name}: please choose a picture.`)
    await send(picture)
  }
  return (
    <div className={styles.markField}>
      <p id="site-mark-label">Mark</p>
      <div>
        <span className={styles.markBox}>
          {mark ? <img src={mark} alt="The mark" /> : <span className={styles.drop} />}
        </span>
        {mayEdit && (
          <>
            <Button
              look="quiet"
              size="compact"
              aria-busy={isBusy}
              aria-describedby="site-mark-label"
              onClick={() => !isBusy && picker.current?.click()}
            >
              <ImagePlus size={18} /> Choose a picture
            </Button>
            {mark && (
              <Button look="bare" size="compact" onClick={() => !isBusy && void send(null)}>
                Use the default
              </Button>
            )}
          </>
        )}
      </div>
      <p className={styles.note}>
        Beside the name on every page and in e-mails. Square is best. It counts at once. A picture that an e-mail showed
        stays at its address when you replace it.
      </p>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture for the mark"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void take(file)
        }}
      />
    </div>
  )
}

/** As a small PNG, in base64. A drawing (SVG) becomes pixels here, so that the server never reads one. */
async function shrinkPicture(file: File): Promise<string | null> {
  const image = new Image()
  image.src = await readAsDataUrl(file)
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, PIXELS / Math.max(width, height)) || 1
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round((width || PIXELS) * scale))
  canvas.height = Math.max(1, Math.round((height || PIXELS) * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1] ?? null
}
