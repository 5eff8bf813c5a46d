/** Each look has its own palettes and drawings. The product has the same list. */
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
