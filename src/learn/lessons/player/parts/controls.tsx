import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlayerController } from '../controller/create-controller.ts'
import { canShowFullScreen, canShowPictureInPicture } from '../controller/screen.ts'
import { formatClock } from '../controls/format-clock.ts'
import type { PlayerCommand } from '../controls/player-keys.ts'
import styles from './controls.module.css'
import { usePlayerValue } from './use-player.ts'

type ControlsProps = { controller: PlayerController; kind: 'video' | 'audio'; hasTracks: boolean; menu: ReactNode }

export function Controls({ controller, kind, hasTracks, menu }: ControlsProps) {
  const isPlaying = usePlayerValue(controller, (state) => state.isPlaying)
  const captionsOn = usePlayerValue(controller, (state) => state.captionsOn)
  const isFullScreen = usePlayerValue(controller, (state) => state.isFullScreen)
  const isPictureInPicture = usePlayerValue(controller, (state) => state.isPictureInPicture)
  const button = { controller }
  const isVideo = kind === 'video'
  return (
    <div className={styles.row}>
      <KeyButton {...button} name={isPlaying ? 'Pause' : 'Play'} keys="K" command={{ kind: 'toggle-play' }}>
        {isPlaying ? <Pause /> : <Play />}
      </KeyButton>
      <KeyButton {...button} name="Back 10 seconds" keys="J" command={{ kind: 'seek-by', seconds: -10 }} isWide>
        <RotateCcw />
      </KeyButton>
      <KeyButton {...button} name="On 10 seconds" keys="L" command={{ kind: 'seek-by', seconds: 10 }} isWide>
        <RotateCw />
      </KeyButton>
      <Volume controller={controller} />
      <Clock controller={controller} />
      <div className={styles.push}>
        {menu}
        {hasTracks && (
          <KeyButton {...button} name="Captions" keys="C" command={{ kind: 'toggle-captions' }} isPressed={captionsOn}>
            <Captions />
          </KeyButton>
        )}
        {isVideo && canShowPictureInPicture() && (
          <KeyButton
            {...button}
            name="Picture in picture"
            keys="P"
            command={{ kind: 'toggle-picture-in-picture' }}
            isPressed={isPictureInPicture}
            isWide
          >
            <PictureInPicture2 />
          </KeyButton>
        )}
        {isVideo && canShowFullScreen() && (
          <KeyButton
            {...button}
            name={isFullScreen ? 'Leave full screen' : 'Full screen'}
            keys="F"
            command={{ kind: 'toggle-full-screen' }}
          >
            {isFullScreen ? <Minimize /> : <Maximize />}
          </KeyButton>
        )}
      </div>
    </div>
  )
}

type KeyButtonProps = {
  controller: PlayerController
  name: string
  keys: string
  command: PlayerCommand
  isPressed?: boolean
  isWide?: boolean
  children: ReactNode
}

function KeyButton({ controller, name, keys, command, isPressed, isWide, children }: KeyButtonProps) {
  return (
    <button
      type="button"
      className={isWide ? `${styles.button} ${styles.wide}` : styles.button}
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-pressed={isPressed}
      title={`${name} (${keys})`}
      onClick={() => controller.execute(command)}
    >
      {children}
    </button>
  )
}

function Volume({ controller }: { controller: PlayerController }) {
  const volume = usePlayerValue(controller, (state) => state.volume)
  const isMuted = usePlayerValue(controller, (state) => state.isMuted || state.volume === 0)
  return (
    <span className={`${styles.volume} ${styles.wide}`}>
      <KeyButton
        controller={controller}
        name={isMuted ? 'Sound on' : 'Mute'}
        keys="M"
        command={isMuted && volume === 0 ? { kind: 'volume-by', change: 0.5 } : { kind: 'toggle-mute' }}
      >
        {isMuted ? <VolumeX /> : <Volume2 />}
      </KeyButton>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(volume * 100)}
        aria-label="Volume"
        aria-valuetext={`${isMuted ? 0 : Math.round(volume * 100)} percent`}
        onChange={({ currentTarget }) =>
          controller.setPreferences({ volume: Number(currentTarget.value) / 100, isMuted: false })
        }
      />
    </span>
  )
}

function Clock({ controller }: { controller: PlayerController }) {
  const position = usePlayerValue(controller, (state) => Math.floor(state.position))
  const duration = usePlayerValue(controller, (state) => Math.floor(state.duration))
  return (
    <span className={styles.clock} aria-hidden="true">
      {formatClock(position)} / {formatClock(duration)}
    </span>
  )
}
