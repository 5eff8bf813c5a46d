import type { Settings } from '../../platform/settings.server.ts';
import { PAY_LABELS, type Way } from './ways.ts';

/** The ways of paying that this installation has, the best first: the link is there where nothing else is. */
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
  return [{ way: 'link', label: PAY_LABELS.link, href: paymentUrl }];
}
