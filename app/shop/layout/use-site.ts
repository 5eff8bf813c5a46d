import { useMatches, useRouteLoaderData } from 'react-router';
import type { PaymentLink } from '../../platform/payment-link.ts';
import type { PaymentMark } from '../../ui/payment-marks.tsx';
import type { ShopLogo } from '../../catalogue/protocol/content.ts';
import type { Translated } from '../../platform/lang-of.ts';
import type { ShopLanguages } from '../../platform/address-language.ts';

/**
 * The data about this installation that every page needs, from the root loader. `fallbacks` names the headline if it has
 * no translation.
 */
export interface Site extends Translated {
  readonly brandName: string;
  readonly origin: string;
  readonly paymentLink?: PaymentLink;
  /** The label of a button that leads to a payment: 'Pay by card' with Stripe. */
  readonly payLabel: string;
  /** The marks of the payment methods that the shop takes. */
  readonly marks: readonly PaymentMark[];
  readonly year: number;
  /** The shop's headline, shown in every footer. */
  readonly headline: string;
  /** The sections in the footer, with the shortest labels that are still distinct. */
  readonly sections: readonly (Translated & { readonly path: string; readonly label: string })[];
  /** A value such as '#rrggbb'; '' if the shop has the default colour. */
  readonly brandColour: string;
  /** Set only if the shop has its own logo. */
  readonly logo?: ShopLogo;
  readonly hasImprint?: true;
  /** Set only if the shop has several languages. */
  readonly languages?: ShopLanguages;
}

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root');
  if (!site) throw new Error('The root loader always answers before a page is shown');
  return site;
}

export function useLogo(): ShopLogo | undefined {
  return logoOf(useMatches());
}

/** Returns the logo of these routes; a preview returns null for no logo. */
export function logoOf(
  matches: readonly { readonly loaderData?: unknown }[],
): ShopLogo | undefined {
  const said = matches.map(
    ({ loaderData }) => (loaderData as { readonly logo?: ShopLogo | null } | undefined)?.logo,
  );
  return said.findLast((logo) => logo !== undefined) ?? undefined;
}
