import type { Settings } from '../../platform/settings.server.ts';
import type { PaymentProvider } from './provider.ts';
import { PROVIDER_WAYS, type ProviderWay, type Way } from './ways.ts';

type ProviderSettings = Pick<Settings, 'stripe' | 'paypal'>;

/** The provider of a way, where this installation has it; its package is loaded when it is first needed. */
export async function openProvider(
  settings: ProviderSettings,
  way: Way,
): Promise<PaymentProvider | undefined> {
  if (way === 'stripe' && settings.stripe) {
    const { stripeProvider } = await import('./stripe.server.ts');
    return stripeProvider(settings.stripe);
  }
  if (way === 'paypal' && settings.paypal) {
    const { paypalProvider } = await import('./paypal.server.ts');
    return paypalProvider(settings.paypal);
  }
  return undefined;
}

/** The ways that book themselves. */
export function providersOf(settings: ProviderSettings): ProviderWay[] {
  return PROVIDER_WAYS.filter((way) => settings[way] !== undefined);
}
