import { expect } from 'vitest';

/**
 * Checks every row of a table within one test and names all rows that fail. A generated table of thousands
 * of cases costs one test this way.
 */
export async function everyRow<Row>(
  rows: Iterable<Row>,
  nameOf: (row: Row) => string,
  check: (row: Row) => unknown,
): Promise<void> {
  const failures: string[] = [];
  let count = 0;
  for (const row of rows) {
    count += 1;
    try {
      await check(row);
    } catch (error) {
      failures.push(`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(count, 'the table has rows').toBeGreaterThan(0);
  expect(failures).toEqual([]);
}
