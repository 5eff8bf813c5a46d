/** How much of a wall of four columns a card takes: two by two, two, all four, or one. */
export type PosterShape = 'lead' | 'wide' | 'full' | 'one';

const COLUMNS = 4;
/** What a lead takes, of columns and rows together. */
const LEAD_CELLS = 4;

/**
 * How the cards of a group fill whole rows, in their order: the first leads, and as many after it are
 * wide as cells would otherwise stay empty.
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
