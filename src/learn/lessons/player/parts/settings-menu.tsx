import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { areSingleKeysOn, setSingleKeys } from '#ui/browser/single-keys.ts'
import type { PlayerController } from '../controller/create-controller.ts'
import { SPEEDS } from '../controls/preferences.ts'
import type { PlayerTrack } from '../player-props.ts'
import controls from './controls.module.css'
import { KeyList } from './key-list.tsx'
import styles from './settings-menu.module.css'
import { usePlayerValue } from './use-player.ts'

type MenuProps = {
  controller: PlayerController
  tracks: readonly PlayerTrack[]
  trackUrl: string | null
  hasNext: boolean
  onOpen: (isOpen: boolean) => void
}

export function SettingsMenu({ controller, tracks, trackUrl, hasNext, onOpen }: MenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const speed = usePlayerValue(controller, (state) => state.speed)
  const change = (next: boolean) => {
    setOpen(next)
    onOpen(next)
  }
  useClosing({ isOpen, panel, opener, close: () => change(false) })
  return (
    <>
      <button
        type="button"
        className={controls.button}
        ref={opener}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Settings, speed ${speed} times`}
        title="Captions, speed and quality"
        onClick={() => change(!isOpen)}
      >
        {speed}×
      </button>
      <div id={id} className={styles.menu} ref={panel} hidden={!isOpen}>
        {isOpen && (
          <>
            {tracks.length > 0 && <CaptionChoice controller={controller} tracks={tracks} trackUrl={trackUrl} />}
            <SpeedChoice controller={controller} />
            <QualityChoice controller={controller} />
            {hasNext && <NextSwitch controller={controller} />}
            <Keys />
          </>
        )}
      </div>
    </>
  )
}

type ClosingOptions = {
  isOpen: boolean
  panel: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
  close: () => void
}

/** Esc closes and gives the focus back. A click or the focus elsewhere closes too. */
function useClosing({ isOpen, panel, opener, close }: ClosingOptions): void {
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true })
  }, [isOpen, panel])
  useEffect(() => {
    if (!isOpen) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      opener.current?.focus()
      close()
    }
    const handleOther = ({ target }: Event) => {
      const isInside = [panel.current, opener.current].some((part) => target instanceof Node && part?.contains(target))
      if (!isInside) close()
    }
    document.addEventListener('keydown', handleKey)
    document.addEventListener('pointerdown', handleOther)
    document.addEventListener('focusin', handleOther)
    return () => {
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('pointerdown', handleOther)
      document.removeEventListener('focusin', handleOther)
    }
  })
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode; title?: string }

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} /> <span>{children}</span>
    </label>
  )
}

function CaptionChoice({ controller, tracks, trackUrl }: Pick<MenuProps, 'controller' | 'tracks' | 'trackUrl'>) {
  const captionsOn = usePlayerValue(controller, (state) => state.captionsOn)
  return (
    <fieldset>
      <legend>Captions</legend>
      {tracks.map(({ url, label, language }) => (
        <Choice
          key={url}
          name="player-captions"
          isChosen={captionsOn && url === trackUrl}
          onChoose={() => controller.setPreferences({ captionsOn: true, language })}
        >
          <span lang={language}>{label}</span>
        </Choice>
      ))}
      <Choice
        name="player-captions"
        isChosen={!captionsOn}
        onChoose={() => controller.setPreferences({ captionsOn: false })}
      >
        Off
      </Choice>
    </fieldset>
  )
}

function SpeedChoice({ controller }: { controller: PlayerController }) {
  const speed = usePlayerValue(controller, (state) => state.speed)
  return (
    <fieldset className={styles.speeds}>
      <legend>Speed</legend>
      {SPEEDS.map((one) => (
        <Choice
          key={one}
          name="player-speed"
          isChosen={one === speed}
          onChoose={() => controller.setPreferences({ speed: one })}
        >
          {one}
        </Choice>
      ))}
    </fieldset>
  )
}

function QualityChoice({ controller }: { controller: PlayerController }) {
  const levels = usePlayerValue(controller, (state) => state.levels)
  const level = usePlayerValue(controller, (state) => state.level)
  const shownLevel = usePlayerValue(controller, (state) => state.shownLevel)
  if (levels.length < 2) return null
  const shown = levels.find(({ index }) => index === shownLevel)
  return (
    <fieldset>
      <legend>Quality</legend>
      <Choice name="player-quality" isChosen={level === null} onChoose={() => controller.setLevel(null)}>
        Automatic {level === null && shown && <small>now {shown.height} lines</small>}
      </Choice>
      {levels.toReversed().map(({ index, height }) => (
        <Choice
          key={index}
          name="player-quality"
          isChosen={index === level}
          onChoose={() => controller.setLevel(index)}
        >
          {height} lines
        </Choice>
      ))}
    </fieldset>
  )
}

function NextSwitch({ controller }: { controller: PlayerController }) {
  const startsNext = usePlayerValue(controller, (state) => state.startsNext)
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={startsNext}
        onChange={({ currentTarget }) => controller.setPreferences({ startsNext: currentTarget.checked })}
      />{' '}
      Autoplay next lesson
    </label>
  )
}

function Keys() {
  const [isOn, setOn] = useState(areSingleKeysOn)
  return (
    <details>
      <summary>Keyboard</summary>
      <KeyList />
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setSingleKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />{' '}
        Use single-key shortcuts
      </label>
    </details>
  )
}
