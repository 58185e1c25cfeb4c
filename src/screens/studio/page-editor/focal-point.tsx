import type { MouseEvent } from 'react'
import styles from './photo-field.module.css'

/** Percent from the left and from the top. */
type Focal = { focalX: number; focalY: number }

type FocalProps = {
  src: string
  photo: Focal
  isReadOnly: boolean
  onChange: (point: Focal, isDone: boolean) => void
}

/** A click on the picture chooses the point; so do the two sliders. */
export function FocalPoint({ src, photo: { focalX, focalY }, isReadOnly, onChange }: FocalProps) {
  function choose({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): void {
    const box = currentTarget.getBoundingClientRect()
    const toPercent = (part: number, whole: number) => Math.min(100, Math.max(0, Math.round((100 * part) / whole)))
    onChange(
      { focalX: toPercent(clientX - box.left, box.width), focalY: toPercent(clientY - box.top, box.height) },
      true,
    )
  }
  const sliders = [
    { name: 'focalX', label: 'From the left', value: focalX },
    { name: 'focalY', label: 'From the top', value: focalY },
  ] as const
  return (
    <div className={styles.focal}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the sliders below are for the keyboard. */}
      <div className={styles.picture} onClick={isReadOnly ? undefined : choose}>
        <img src={src} alt="" />
        <i style={{ insetInlineStart: `${focalX}%`, insetBlockStart: `${focalY}%` }} />
      </div>
      <fieldset disabled={isReadOnly}>
        <legend>The point that stays when the photo is cut</legend>
        {sliders.map(({ name, label, value }) => (
          <label key={name}>
            {label}
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={value}
              onChange={({ currentTarget }) =>
                onChange({ ...{ focalX, focalY }, [name]: Number(currentTarget.value) }, false)
              }
              onBlur={() => onChange({ focalX, focalY }, true)}
            />
          </label>
        ))}
      </fieldset>
    </div>
  )
}
