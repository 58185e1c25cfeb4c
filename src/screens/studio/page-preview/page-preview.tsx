import type { RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { DraftFrame } from './draft-frame.tsx'
import { holdLinks, readFrameStatus } from './frame-page.ts'
import styles from './page-preview.module.css'
import type { FrameLink } from './use-frame-link.ts'

type Props = { title: string; link: FrameLink; frame: RefObject<HTMLIFrameElement | null>; onShown: () => void }

export function PagePreview({ title, link: { path, error, open, note }, frame, onShown }: Props) {
  function show(): void {
    if (!frame.current) return
    holdLinks(frame.current)
    note(readFrameStatus(frame.current))
    onShown()
  }
  return (
    <section className={styles.preview} aria-label="Preview">
      {error ? (
        <div className={styles.failed}>
          <ErrorMessage>{error}</ErrorMessage>
          <Button size="compact" look="quiet" onClick={open}>
            Try again
          </Button>
        </div>
      ) : (
        <DraftFrame path={path} title={title} frame={frame} onReload={open} onShown={show} />
      )}
    </section>
  )
}
