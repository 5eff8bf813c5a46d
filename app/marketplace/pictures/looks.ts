/**
 * The ways a section can look: the palettes and drawings that come with the product. The seven first
 * sections have one each, under their own names; a section that is added chooses one of them.
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
