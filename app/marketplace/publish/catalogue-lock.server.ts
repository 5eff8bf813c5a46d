/** Any constant; it only has to be the same in every process of one installation. */
export const CATALOGUE_LOCK = 7_304_521;
