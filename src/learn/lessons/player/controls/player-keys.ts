/** The player's keys. docs/contract §20. */

export type PlayerCommand =
  | { kind: 'toggle-play' }
  | { kind: 'seek-by'; seconds: number }
  | { kind: 'seek-to-part'; part: number }
  | { kind: 'volume-by'; change: number }
  | { kind: 'toggle-mute' }
  | { kind: 'toggle-captions' }
  | { kind: 'toggle-full-screen' }
  | { kind: 'toggle-picture-in-picture' }
  | { kind: 'speed-by'; change: number }
  | { kind: 'add-note' }
  | { kind: 'next-lesson' }
  | { kind: 'frame-by'; frames: number }

export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

/**
 * `typing`: a field for text. `arrows`: a control with its own arrow keys. `button`: a control that Space activates.
 * `player`: another part of the player. `page`: anything else.
 */
export type KeyFocus = { on: 'typing' | 'arrows' | 'button' | 'player' | 'page'; isInPlayer: boolean }

/** Work wherever the focus is. */
const CHARACTERS: Readonly<Record<string, PlayerCommand>> = {
  k: { kind: 'toggle-play' },
  j: { kind: 'seek-by', seconds: -10 },
  l: { kind: 'seek-by', seconds: 10 },
  m: { kind: 'toggle-mute' },
  c: { kind: 'toggle-captions' },
  f: { kind: 'toggle-full-screen' },
  p: { kind: 'toggle-picture-in-picture' },
  n: { kind: 'add-note' },
  '<': { kind: 'speed-by', change: -0.25 },
  '>': { kind: 'speed-by', change: 0.25 },
}
const ARROWS: Readonly<Record<string, PlayerCommand>> = {
  ArrowLeft: { kind: 'seek-by', seconds: -5 },
  ArrowRight: { kind: 'seek-by', seconds: 5 },
}
/** These scroll the page, so they belong to the player only while the focus is in it. */
const SCROLL_KEYS: Readonly<Record<string, PlayerCommand>> = {
  ArrowUp: { kind: 'volume-by', change: 0.05 },
  ArrowDown: { kind: 'volume-by', change: -0.05 },
  Home: { kind: 'seek-to-part', part: 0 },
  End: { kind: 'seek-to-part', part: 1 },
}
const FRAMES: Readonly<Record<string, number>> = { ',': -1, '.': 1 }

/**
 * The command of a key press, or null. None while typing, and none with Ctrl, Alt or the system key. `singleKeysOn` is
 * the setting of WCAG 2.1.4: without it only keys that type nothing work, and Space in the player.
 */
export function findCommand(
  press: KeyPress,
  focus: KeyFocus,
  state: { isPaused: boolean; singleKeysOn: boolean },
): PlayerCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey || focus.on === 'typing') return null
  if (press.key === ' ') return findSpaceCommand(press, focus, state.singleKeysOn)
  if (Object.hasOwn(ARROWS, press.key) || Object.hasOwn(SCROLL_KEYS, press.key)) return findArrowCommand(press, focus)
  return state.singleKeysOn ? findCharacterCommand(press, state.isPaused) : null
}

function findSpaceCommand(press: KeyPress, focus: KeyFocus, singleKeysOn: boolean): PlayerCommand | null {
  if (press.shiftKey || focus.on === 'button' || focus.on === 'arrows') return null
  return focus.isInPlayer || singleKeysOn ? { kind: 'toggle-play' } : null
}

function findArrowCommand(press: KeyPress, focus: KeyFocus): PlayerCommand | null {
  if (press.shiftKey || focus.on === 'arrows') return null
  return ARROWS[press.key] ?? (focus.isInPlayer ? SCROLL_KEYS[press.key]! : null)
}

function findCharacterCommand({ key, shiftKey }: KeyPress, isPaused: boolean): PlayerCommand | null {
  if (/^\d$/.test(key)) return { kind: 'seek-to-part', part: Number(key) / 10 }
  if (Object.hasOwn(FRAMES, key)) return isPaused ? { kind: 'frame-by', frames: FRAMES[key]! } : null
  if (shiftKey && key.toLowerCase() === 'n') return { kind: 'next-lesson' }
  const character = key.toLowerCase()
  const isShiftedLetter = shiftKey && /^[a-z]$/.test(character)
  return Object.hasOwn(CHARACTERS, character) && !isShiftedLetter ? CHARACTERS[character]! : null
}

/** The kind of element that has the focus. */
export function findFocus(target: EventTarget | null, player: Element | null): KeyFocus {
  if (!(target instanceof HTMLElement)) return { on: 'page', isInPlayer: false }
  const isInPlayer = player?.contains(target) === true
  const is = (selector: string) => target.closest(selector) !== null
  if (target.isContentEditable || is('textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"])'))
    return { on: 'typing', isInPlayer }
  if (is('input[type="radio"], input[type="range"], [role="tab"], [role="menuitem"], [role="option"]'))
    return { on: 'arrows', isInPlayer }
  if (is('button, a[href], summary, input, [role="button"]')) return { on: 'button', isInPlayer }
  return { on: isInPlayer ? 'player' : 'page', isInPlayer }
}
