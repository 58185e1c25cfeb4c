import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { playLesson } from '../wire/play.ts'
import styles from './lesson-stage.module.css'

type Props = { lessonId: string; title: string; siteName: string; as: SignedInAudience }

export function EmbedFrame({ lessonId, title, siteName, as }: Props) {
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const load = async () => {
    setBusy(true)
    const response = await browserClient().call(playLesson, { auth: as, params: { lessonId } })
    setBusy(false)
    setFailure(response.error)
    if (response.error === null) setUrl(`${response.data.data.embedUrl}?load=1`)
  }
  if (url) return <iframe className={styles.embed} src={url} title={title} allowFullScreen />
  return (
    <section className={styles.session} aria-label={`Video from ${siteName}`}>
      <b>This loads a video from {siteName}</b>
      <p>{siteName} then learns your IP address. Nothing is loaded before you agree.</p>
      <Button aria-busy={isBusy} onClick={() => void load()}>
        Load the video
      </Button>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
    </section>
  )
}
