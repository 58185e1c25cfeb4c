/** What a page's loader finds in its load context. */
import { createContext } from 'react-router'
import type { Deps } from './deps.ts'

export const depsContext = createContext<Deps>()
export const nonceContext = createContext<string>()
export const requestIdContext = createContext<string>()
