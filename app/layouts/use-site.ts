import { useMatches, useRouteLoaderData } from 'react-router';
import type { ShopLogo } from '../marketplace/content/content.ts';
import type { ShopLanguages } from '../platform/address-language.ts';

/** What every page knows about this installation: the root's loader tells it. */
export interface Site {
  readonly brandName: string;
  readonly origin: string;
  readonly paymentUrl: string;
  /** What the button says that leads there. */
  readonly payLabel: string;
  readonly year: number;
  /** The shop's headline, which each page ends with. */
  readonly headline: string;
  /** The sections, for the footer: as short as they can be told apart. */
  readonly sections: readonly { readonly path: string; readonly label: string }[];
  /** As '#rrggbb'; '' where the shop has the colours it began with. */
  readonly brandColour: string;
  /** Only of a shop that has one of its own. */
  readonly logo?: ShopLogo;
  /** Only of a shop that is offered in several. */
  readonly languages?: ShopLanguages;
}

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root');
  if (!site) throw new Error('The root loader always answers before a page is shown');
  return site;
}

/** The shop's own logo, or that of a page's preview. */
export function useLogo(): ShopLogo | undefined {
  return logoOf(useMatches());
}

/** The same of these routes; a preview says null where there is none. */
export function logoOf(
  matches: readonly { readonly loaderData?: unknown }[],
): ShopLogo | undefined {
  const said = matches.map(
    ({ loaderData }) => (loaderData as { readonly logo?: ShopLogo | null } | undefined)?.logo,
  );
  return said.findLast((logo) => logo !== undefined) ?? undefined;
}
