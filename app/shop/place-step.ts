/** Gaps between neighbouring positions leave room to insert entries without renumbering. */
export const PLACE_STEP = 1000;
