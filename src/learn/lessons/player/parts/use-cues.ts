/** Cues of a `<track>`. The browser reads the file; it shows nothing, because the player draws the cues itself. */
import { type RefObject, useEffect, useState } from 'react'
import type { PlayerTrack } from '../player-props.ts'

/** Times in seconds. `text` with the markup of WebVTT. */
export type TrackCue = { id: number; start: number; end: number; text: string }
type CueLists = { cues: TrackCue[]; active: string[] }

const NONE: CueLists = { cues: [], active: [] }

/** @param url the address of the `<track>`, or null for none */
export function useCues(video: RefObject<HTMLVideoElement | null>, url: string | null): CueLists {
  const [lists, setLists] = useState(NONE)
  useEffect(() => {
    const element = url === null ? null : findTrack(video.current, url)
    if (!element) return setLists(NONE)
    const { track } = element
    const readCues = () => setLists({ cues: listCues(track.cues), active: listTexts(track.activeCues) })
    const readActive = () => setLists(({ cues }) => ({ cues, active: listTexts(track.activeCues) }))
    track.mode = 'hidden'
    if (element.readyState === HTMLTrackElement.LOADED) readCues()
    element.addEventListener('load', readCues)
    track.addEventListener('cuechange', readActive)
    return () => {
      track.mode = 'disabled'
      element.removeEventListener('load', readCues)
      track.removeEventListener('cuechange', readActive)
      setLists(NONE)
    }
  }, [video, url])
  return lists
}

/**
 * Lets the browser draw the captions while it shows the video without the page.
 *
 * @param url the address of the `<track>`, or null while the page draws the captions
 */
export function useNativeCaptions(video: RefObject<HTMLVideoElement | null>, url: string | null): void {
  useEffect(() => {
    const track = url === null ? null : findTrack(video.current, url)?.track
    if (!track) return
    track.mode = 'showing'
    return () => {
      if (track.mode === 'showing') track.mode = 'hidden'
    }
  }, [video, url])
}

function findTrack(video: HTMLVideoElement | null, url: string): HTMLTrackElement | null {
  const tracks = [...(video?.querySelectorAll('track') ?? [])]
  return tracks.find((track) => track.getAttribute('src') === url) ?? null
}

const isTextCue = (cue: TextTrackCue): cue is VTTCue => 'text' in cue

function listTexts(cues: TextTrackCueList | null): string[] {
  return [...(cues ?? [])].filter(isTextCue).map((cue) => cue.text)
}

function listCues(cues: TextTrackCueList | null): TrackCue[] {
  return [...(cues ?? [])]
    .filter(isTextCue)
    .map(({ startTime, endTime, text }, id) => ({ id, start: startTime, end: endTime, text }))
}

/** The track in the wanted language, or one that the browser prefers, or the first. */
export function findTrackForLanguage(
  tracks: readonly PlayerTrack[],
  wanted: string | null,
  preferred: readonly string[],
): PlayerTrack | null {
  const findSame = (language: string) =>
    tracks.find((track) => track.language === language) ??
    tracks.find((track) => getPrimary(track.language) === getPrimary(language))
  const [match] = [wanted, ...preferred].flatMap((language) => (language ? (findSame(language) ?? []) : []))
  return match ?? tracks[0] ?? null
}

const getPrimary = (language: string) => language.split('-')[0]!.toLowerCase()
