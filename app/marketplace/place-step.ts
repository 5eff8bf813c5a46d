/** Neighbours lie so far apart that something can be put between them. */
export const PLACE_STEP = 1000;
