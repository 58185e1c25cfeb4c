/** The process's maker of photos, for loaders of pages. */
import { createContext } from 'react-router'
import type { MakePhoto } from './make-photo.ts'

export const photoMakerContext = createContext<MakePhoto>()
