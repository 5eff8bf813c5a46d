import type { Carrier } from '../carriers/carrier.ts';
import type { EmblemName } from '../emblems.ts';
import type { InkOrder } from '../palettes.ts';

/** How an object meets its ground: held before it, or standing on it. */
export type Stance = 'lifted' | 'standing';

interface Variation {
  /** Swaps the field's inks. */
  readonly inks?: InkOrder;
  /** For objects that would otherwise look small or crowded. */
  readonly scale?: number;
}

/** What one service looks like. */
export interface ServicePicture extends Variation {
  /** Word for word the catalogue's title. */
  readonly title: string;
  readonly stance: Stance;
  readonly carrier: Carrier;
  readonly emblem?: EmblemName;
}

function picture(stance: Stance) {
  return (
    title: string,
    carrier: Carrier,
    emblem?: EmblemName,
    variation: Variation = {},
  ): ServicePicture => ({
    title,
    stance,
    carrier,
    ...(emblem === undefined ? {} : { emblem }),
    ...variation,
  });
}

/** The product's rule for addresses: lower case, hyphens for spaces. */
export function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

export const lifted = picture('lifted');
export const standing = picture('standing');
