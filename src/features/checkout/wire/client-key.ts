/** What one checkout in one browser is known by, so that it alone may replace an order it has placed. Random, and the client's own. */
import { z } from 'zod'

export const ClientKey = z.string().min(16).max(100)
