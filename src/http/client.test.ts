import { describe, expect, test } from 'vitest'
import type { getToken, logIn, userProfile } from '#features/accounts/wire.ts'
import { type Keys, openClient } from './client.ts'
