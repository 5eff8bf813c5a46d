import { useRouteLoaderData } from 'react-router';
import type { ShopLanguages } from '../platform/address-language.ts';

/** What every page knows about this installation: the root's loader tells it. */
export interface Site {
  readonly brandName: string;
  readonly origin: string;
  readonly paymentUrl: string;
  /** What the button says that leads there. */
  readonly payLabel: string;
  readonly year: number;
  /** The sections, for the footer: as short as they can be told apart. */
  readonly sections: readonly { readonly path: string; readonly label: string }[];
  /** As '#rrggbb'; '' where the shop has the colours it began with. */
  readonly brandColour: string;
  /** Only of a shop that is offered in several. */
  readonly languages?: ShopLanguages;
}

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root');
  if (!site) throw new Error('The root loader always answers before a page is shown');
  return site;
}
