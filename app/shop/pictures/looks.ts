/**
 * The palettes and drawings ship with the product. Each initial section has the look of its own name. A section
 * that an operator adds uses one of these.
 */
export const LOOKS = [
  'graphics',
  'business',
  'digital',
  'music',
  'programming',
  'video',
  'writing',
] as const;

export type Look = (typeof LOOKS)[number];
