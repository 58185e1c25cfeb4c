/** The random key of one checkout in one browser. Only the client with this key may replace its order. */
import { z } from 'zod'

export const ClientKey = z.string().min(16).max(100)

export const Seats = z.number().int().min(1).max(10)

export const TypedCode = z.string().max(64)

/** The token of a waitlist e-mail, whose offer holds the seats. */
export const WaitlistToken = z.string().max(200)
