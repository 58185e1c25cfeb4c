/** The player's props. It calls no server: the page gives it media, and sends what it reports. */
import type { ReactNode, Ref } from 'react'
import type { WatchedRange } from '#domain/learning/watched.ts'
import type { FilmShape } from './film-shape.ts'

export type PlayableSource = { kind: 'hls'; playlist: string } | { kind: 'file'; url: string }

/** `language` in BCP 47. `url` names a WebVTT file of this site. The cues of `chapters` divide the bar. */
export type PlayerTrack = {
  language: string
  label: string
  kind: 'captions' | 'subtitles' | 'chapters'
  url: string
}

/** Everything with the address of one grant. `storyboard` names the WebVTT map of the sprites beside it. */
export type PlayerMedia = {
  source: PlayableSource
  poster?: string | null
  tracks?: PlayerTrack[]
  storyboard?: string | null
}

/** `refusal` takes the picture's place. Null: there was no response, so the player asks again later. */
export type GrantOutcome = { media: PlayerMedia } | { refusal: ReactNode } | null

export type PlayerChapter = { startsAtSeconds: number; title: string }
export type PlayerNote = { id: string; atSeconds: number; text: string }

/** The seconds played since the last report. `isFinal`: the page is being hidden or closed. */
export type PlayedPart = { ranges: WatchedRange[]; position: number; isFinal: boolean }

/** For notes and links of the page. */
export type PlayerHandle = {
  getPosition(): number
  /** Plays from there, and moves the focus to the player. */
  playFrom(seconds: number): void
}

export type PlayerProps = {
  kind?: 'video' | 'audio'
  title: string
  /** The rounded length, until the media say it themselves. */
  durationSeconds: number
  /** The stored position. Playback starts 2 seconds before it (`getStartSeconds`). */
  startAt?: number
  /** Null: the first "play" asks for a grant. */
  media?: PlayerMedia | null
  /** Shown before the first grant. */
  poster?: string | null
  /** Known before the first grant, so that the page does not move. Null: 16:9. */
  shape?: FilmShape | null | undefined
  notes?: PlayerNote[]
  onNeedGrant(): Promise<GrantOutcome>
  onReport(part: PlayedPart): void
  onPosition?(seconds: number): void
  onEnded?(): void
  /** The next lesson starts 8 seconds after the end, unless the person stays. */
  onNext?: (() => void) | undefined
  nextTitle?: string | undefined
  /** Why nothing starts by itself after the end, for the person. Undefined: it does. */
  staysFor?: string | undefined
  /** The button of the panel, instead of "Start now". */
  nextAction?: string | undefined
  onAddNote?: ((seconds: number) => void) | undefined
  /** Elements of the page that show these parts. Without them they follow the picture. */
  chaptersTarget?: HTMLElement | null
  transcriptTarget?: HTMLElement | null
  ref?: Ref<PlayerHandle>
}
