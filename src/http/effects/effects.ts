/** The effects of a change, which are listed before it is made. docs/contract §37. */
import { z } from 'zod'
import { MoneyWire } from '../schemas.ts'

const Effect = z.object({
  code: z.string(),
  /** How many people, orders, seats or lessons it concerns. */
  count: z.number(),
  amount: MoneyWire.nullable(),
  /** A sentence for the person who decides. The amount follows it. */
  message: z.string(),
})
export type EffectView = z.infer<typeof Effect>

export const EffectList = z.object({ effects: z.array(Effect), effectsHash: z.string() }).meta({ id: 'EffectList' })
export type EffectList = z.infer<typeof EffectList>

/** `preview`: only list the effects. `effectsHash`: of the list that the person has read. */
export const Confirmation = z.object({
  preview: z.boolean().optional(),
  effectsHash: z.string().max(64).optional(),
})
export type Confirmation = z.output<typeof Confirmation>
