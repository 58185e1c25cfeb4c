import { expect, test } from 'vitest'
import { findCommand, type KeyFocus, type KeyPress, type PlayerCommand } from './player-keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
})
const PAGE: KeyFocus = { on: 'page', isInPlayer: false }
const PLAYER: KeyFocus = { on: 'player', isInPlayer: true }
const BUTTON: KeyFocus = { on: 'button', isInPlayer: true }
const USUAL = { isPaused: false, singleKeysOn: true }
const find = (key: string, focus = PAGE, state = USUAL) => findCommand(press(key), focus, state)

const EVERYWHERE: [string, PlayerCommand][] = [
  [' ', { kind: 'toggle-play' }],
  ['k', { kind: 'toggle-play' }],
  ['K', { kind: 'toggle-play' }],
  ['ArrowLeft', { kind: 'seek-by', seconds: -5 }],
  ['ArrowRight', { kind: 'seek-by', seconds: 5 }],
  ['j', { kind: 'seek-by', seconds: -10 }],
  ['l', { kind: 'seek-by', seconds: 10 }],
  ['m', { kind: 'toggle-mute' }],
  ['0', { kind: 'seek-to-part', part: 0 }],
  ['9', { kind: 'seek-to-part', part: 0.9 }],
  ['c', { kind: 'toggle-captions' }],
  ['f', { kind: 'toggle-full-screen' }],
  ['p', { kind: 'toggle-picture-in-picture' }],
  ['<', { kind: 'speed-by', change: -0.25 }],
  ['>', { kind: 'speed-by', change: 0.25 }],
  ['n', { kind: 'add-note' }],
]

test.each(EVERYWHERE)('%s works on the page and in the player', (key, command) => {
  expect(find(key)).toEqual(command)
  expect(find(key, PLAYER)).toEqual(command)
})

test.each([
  ['ArrowUp', { kind: 'volume-by', change: 0.05 }],
  ['ArrowDown', { kind: 'volume-by', change: -0.05 }],
  ['Home', { kind: 'seek-to-part', part: 0 }],
  ['End', { kind: 'seek-to-part', part: 1 }],
])('%s works in the player and scrolls the page elsewhere', (key, command) => {
  expect(find(key, PLAYER)).toEqual(command)
  expect(find(key, BUTTON)).toEqual(command)
  expect(find(key)).toBeNull()
})

test('Shift N starts the next lesson, and no other letter works with Shift', () => {
  expect(findCommand(press('N', { shiftKey: true }), PAGE, USUAL)).toEqual({ kind: 'next-lesson' })
  expect(findCommand(press('K', { shiftKey: true }), PAGE, USUAL)).toBeNull()
  expect(findCommand(press('<', { shiftKey: true }), PAGE, USUAL)).toEqual({ kind: 'speed-by', change: -0.25 })
})

test('comma and dot step by a frame only when paused', () => {
  expect(find(',')).toBeNull()
  expect(find('.')).toBeNull()
  expect(find(',', PAGE, { ...USUAL, isPaused: true })).toEqual({ kind: 'frame-by', frames: -1 })
  expect(find('.', PAGE, { ...USUAL, isPaused: true })).toEqual({ kind: 'frame-by', frames: 1 })
})

test('no key works while typing, and none with Ctrl, Alt or the system key', () => {
  for (const [key] of EVERYWHERE) {
    expect(find(key, { on: 'typing', isInPlayer: false })).toBeNull()
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      expect(findCommand(press(key, held), PAGE, USUAL)).toBeNull()
  }
})

test('a control keeps its own keys: Space on a button, arrows on a slider or in a choice', () => {
  const arrows: KeyFocus = { on: 'arrows', isInPlayer: true }
  expect(find(' ', BUTTON)).toBeNull()
  expect(find('k', BUTTON)).toEqual({ kind: 'toggle-play' })
  for (const key of [' ', 'ArrowLeft', 'ArrowUp', 'Home']) expect(find(key, arrows)).toBeNull()
})

test('with single keys off only arrows work, and Space in the player', () => {
  const off = { isPaused: true, singleKeysOn: false }
  for (const key of 'kjlmcfpn0<>,.') expect(find(key, PLAYER, off)).toBeNull()
  expect(find(' ', PAGE, off)).toBeNull()
  expect(find(' ', PLAYER, off)).toEqual({ kind: 'toggle-play' })
  expect(find('ArrowLeft', PAGE, off)).toEqual({ kind: 'seek-by', seconds: -5 })
})

test('other keys do nothing', () => {
  for (const key of ['x', 'Tab', 'Enter', 'Escape', 'PageDown', 'F5', 'toString']) expect(find(key, PLAYER)).toBeNull()
})
