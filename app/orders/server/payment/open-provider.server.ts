import type { Settings } from '../../../platform/settings.server.ts';
import type { PaymentProvider } from './provider.ts';
import { PROVIDER_WAYS, type ProviderWay, type Way } from '../../protocol/ways.ts';

type ProviderSettings = Pick<Settings, 'stripe' | 'paypal'>;

/** Returns the provider of a payment method, if it is configured. Its package is loaded on first use. */
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

/** Returns the configured payment methods whose payments are booked automatically. */
export function providersOf(settings: ProviderSettings): ProviderWay[] {
  return PROVIDER_WAYS.filter((way) => settings[way] !== undefined);
}
