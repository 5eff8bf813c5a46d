import type { Settings } from '../../platform/settings.server.ts';
import { PAY_LABELS, type Way } from './ways.ts';

/**
 * Returns the available payment methods, the preferred one first. The payment link is offered only if no
 * payment service is configured.
 */
export function choicesOf({
  stripe,
  paypal,
  paymentUrl,
}: Pick<Settings, 'stripe' | 'paypal' | 'paymentUrl'>): {
  readonly way: Way;
  readonly label: string;
  readonly href?: string;
}[] {
  const ways = [...(stripe ? (['stripe'] as const) : []), ...(paypal ? (['paypal'] as const) : [])];
  if (ways.length > 0) return ways.map((way) => ({ way, label: PAY_LABELS[way] }));
  return [{ way: 'link', label: labelOfLink(paymentUrl), href: paymentUrl }];
}

/** The label says PayPal only if the link leads there (rule 215), because another site would be a surprise. */
export function labelOfLink(paymentUrl: string): string {
  const { hostname } = new URL(paymentUrl);
  return /(^|\.)paypal\.(com|me)$/.test(hostname) ? PAY_LABELS.link : 'Pay online';
}
