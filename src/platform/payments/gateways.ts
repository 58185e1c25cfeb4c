/** The configured payment providers. A payment stays with the provider that it was started at. See docs/decisions/0031-a-payment-stays-with-its-provider.md. */
import type { Gateway, PaymentProvider } from './gateway.ts'

/** The payment methods that a provider charges. */
export type ChargedMethod = 'card' | 'paypal'

export function getMethod(provider: PaymentProvider): ChargedMethod {
  return provider === 'paypal' || provider === 'sandbox-paypal' ? 'paypal' : 'card'
}

export type Gateways = {
  /** Every configured gateway. */
  all: readonly Gateway[]
  /** The gateway that starts new payments of this method. Null: the method is not configured. */
  forMethod(method: ChargedMethod): Gateway | null
  /** The gateway of a stored payment, by its provider. Null: that provider is not configured any more. */
  for(provider: string): Gateway | null
}

/** @param older gateways that only finish the payments that were started with them */
export function createGateways(
  newPayments: Record<ChargedMethod, Gateway | null>,
  older: readonly Gateway[] = [],
): Gateways {
  const byProvider = new Map<string, Gateway>()
  for (const gateway of [...Object.values(newPayments), ...older])
    if (gateway && !byProvider.has(gateway.provider)) byProvider.set(gateway.provider, gateway)
  return {
    all: [...byProvider.values()],
    forMethod: (method) => newPayments[method],
    for: (provider) => byProvider.get(provider) ?? null,
  }
}
