import { Monitor, RotateCw, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './page-preview.module.css'

/** In pixels of the page inside. */
const WIDTHS = { phone: 390, desktop: 1280 } as const
type Width = keyof typeof WIDTHS
/** Below the window. */
const NEAR = '0px 0px 240px'

type Props = {
  /** Null: not known yet. */
  path: string | null
  title: string
  frame: RefObject<HTMLIFrameElement | null>
  onReload: () => void
  /** Called each time that the page was loaded. */
  onShown: () => void
}

/** Shows the page at the width of a phone or of a desktop, scaled to the space that there is. */
export function DraftFrame({ path, title, frame, onReload, onShown }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  const [width, setWidth] = useState<Width>(() => (innerWidth < 640 ? 'phone' : 'desktop'))
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSpace(entry!.contentRect))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  // On a phone the frame is far below the fields: its page loads when it is nearly in sight, and then stays.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    )
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, space.width / WIDTHS[width])
  return (
    <>
      <div className={styles.bar}>
        <fieldset className={styles.segments} aria-label="Width">
          <button type="button" aria-pressed={width === 'phone'} onClick={() => setWidth('phone')}>
            <Smartphone size={16} /> Phone
          </button>
          <button type="button" aria-pressed={width === 'desktop'} onClick={() => setWidth('desktop')}>
            <Monitor size={16} /> Desktop
          </button>
        </fieldset>
        <Button look="bare" size="compact" onClick={onReload}>
          <RotateCw size={16} /> Reload
        </Button>
      </div>
      <div className={styles.box} ref={box} aria-busy={path === null}>
        {path && isNear && scale > 0 && (
          <iframe
            key={path}
            ref={frame}
            onLoad={onShown}
            src={path}
            title={title}
            style={{
              inlineSize: WIDTHS[width],
              blockSize: space.height / scale,
              transform: `translateX(${(space.width - WIDTHS[width] * scale) / 2}px) scale(${scale})`,
            }}
          />
        )}
      </div>
    </>
  )
}
