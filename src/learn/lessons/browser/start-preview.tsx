/** Replaces the picture of a preview lesson by its player. Loaded when a visitor presses "play". */
import { createRoot } from 'react-dom/client'
import { PreviewPlayer, type PreviewPlayerProps } from '../player/preview-player.tsx'

export function startPreview(stage: HTMLElement): void {
  const props: PreviewPlayerProps = JSON.parse(stage.dataset.preview ?? '')
  const partsTarget = document.querySelector<HTMLElement>('[data-preview-parts]')
  const addTarget = () => partsTarget?.appendChild(document.createElement('div')) ?? null
  const targets = { chaptersTarget: addTarget(), transcriptTarget: addTarget() }
  createRoot(stage).render(<PreviewPlayer {...props} {...targets} />)
}
