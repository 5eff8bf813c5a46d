/** In a grid of four columns, these sizes take 2 × 2 cells, 2 columns, all 4 columns, or 1 cell. */
export type PosterShape = 'lead' | 'wide' | 'full' | 'one';

const COLUMNS = 4;
const LEAD_CELLS = 4;

/**
 * Assigns shapes so that a group's cards fill complete rows in order. The first card leads, and as many of the
 * following cards become wide as cells would otherwise stay empty.
 */
export function posterShapes(count: number): readonly PosterShape[] {
  if (count === 1) return ['full'];
  if (count === 2) return ['wide', 'wide'];
  const others = count - 1;
  const wide = (COLUMNS - ((LEAD_CELLS + others) % COLUMNS)) % COLUMNS;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 'lead' : index <= wide ? 'wide' : 'one',
  );
}
