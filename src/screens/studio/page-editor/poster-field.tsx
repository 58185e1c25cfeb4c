import { useState } from 'react'
import { MOTIFS } from '#design/cover-motifs.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import { HUES } from '#design/tokens.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import type { About } from './page-fields.ts'
import styles from './poster-field.module.css'

type Images = About['images']
type Props = {
  images: Images
  isReadOnly: boolean
  onChange: (change: Partial<Images>) => void
  onSave: () => void
}

const SHOWN = 4

const createSeeds = () => Array.from({ length: SHOWN }, () => crypto.randomUUID().slice(0, 8))

/** The drawn poster. Each seed gives another drawing of the same motif; the first choice is the one it had. */
export function PosterField({ images, isReadOnly, onChange, onSave }: Props) {
  const [seeds, setSeeds] = useState<readonly string[]>([])
  const { hue, motif, seed } = images
  const draw = (one: string) => createInlinePoster({ poster: '', hue, motif, seed: one })
  const choose = (change: Partial<Images>) => {
    onChange(change)
    onSave()
  }
  return (
    <div className={styles.poster}>
      {seeds.length === 0 ? (
        <img src={draw(seed)} alt="The poster" width={1200} height={750} />
      ) : (
        <fieldset className={styles.choices} disabled={isReadOnly}>
          <legend>Posters</legend>
          {seeds.map((one, index) => (
            <label key={one}>
              <input type="radio" name="poster" checked={one === seed} onChange={() => choose({ seed: one })} />
              <img
                src={draw(one)}
                alt={index === 0 ? 'The poster it had' : `Another poster, ${index}`}
                width={1200}
                height={750}
              />
            </label>
          ))}
        </fieldset>
      )}
      <Button look="quiet" size="compact" disabled={isReadOnly} onClick={() => setSeeds([seed, ...createSeeds()])}>
        Another
      </Button>
      <div className={styles.pair}>
        <SelectField
          name="hue"
          idPrefix="poster"
          label="Colour of the course"
          value={hue}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => choose({ hue: currentTarget.value })}
        >
          <Names names={Object.keys(HUES)} />
        </SelectField>
        <SelectField
          name="motif"
          idPrefix="poster"
          label="Motif"
          value={motif}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => choose({ motif: currentTarget.value })}
        >
          <Names names={Object.keys(MOTIFS)} />
        </SelectField>
      </div>
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <option key={name} value={name}>
      {name[0]!.toUpperCase() + name.slice(1)}
    </option>
  ))
}
