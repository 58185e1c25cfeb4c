/** The person's choices about playing, stored on the device. docs/contract §20. */

/** `language` of captions in BCP 47, null: the first. `qualityLines`: lines of the picture, null: by the connection. */
export type PlayerPreferences = {
  speed: number
  captionsOn: boolean
  language: string | null
  volume: number
  isMuted: boolean
  qualityLines: number | null
  startsNext: boolean
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const STORAGE_KEY = 'player'
const DEFAULTS: PlayerPreferences = {
  speed: 1,
  captionsOn: true,
  language: null,
  volume: 1,
  isMuted: false,
  qualityLines: null,
  startsNext: true,
}

type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The stored choices. A wrong one, or a browser that stores nothing, gives its default. */
export function readPreferences(storage: PreferenceStorage): PlayerPreferences {
  const { speed, captionsOn, language, volume, isMuted, qualityLines, startsNext } = readStored(storage)
  return {
    speed: SPEEDS.find((one) => one === speed) ?? DEFAULTS.speed,
    captionsOn: typeof captionsOn === 'boolean' ? captionsOn : DEFAULTS.captionsOn,
    language: typeof language === 'string' ? language : DEFAULTS.language,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    isMuted: typeof isMuted === 'boolean' ? isMuted : DEFAULTS.isMuted,
    qualityLines: typeof qualityLines === 'number' && qualityLines > 0 ? qualityLines : DEFAULTS.qualityLines,
    startsNext: typeof startsNext === 'boolean' ? startsNext : DEFAULTS.startsNext,
  }
}

function readStored(storage: PreferenceStorage): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '')
    return stored && typeof stored === 'object' ? { ...stored } : {}
  } catch {
    return {}
  }
}

export function savePreferences(storage: PreferenceStorage, preferences: PlayerPreferences): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // A browser that stores nothing forgets the choices with the page.
  }
}

/** The next speed of the list in that direction, or the same at its ends. */
export function stepSpeed(speed: number, change: number): number {
  const next = SPEEDS.find((one) => one === speed + change)
  return next ?? speed
}
