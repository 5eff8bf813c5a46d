import type { OrderContext } from './order-context.server.ts';

const AT_ONCE = 50;

interface Due<Item> {
  /** Reads the next items after the last one, in the order of their key. */
  readonly read: (last: Item | undefined, limit: number) => Promise<Item[]>;
  readonly work: (item: Item) => Promise<unknown>;
  /** The log's message about an item that failed. */
  readonly failure: string;
}

/**
 * Processes everything that is due once, page by page. A failing item does not block the others. Every process runs the
 * scheduled jobs, so `work` checks each item again under its lock.
 */
export async function processDue<Item extends object>(
  { log }: Pick<OrderContext, 'log'>,
  { read, work, failure }: Due<Item>,
): Promise<void> {
  let found: Item[] = [];
  do {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    found = await read(found.at(-1), AT_ONCE);
    for (const item of found) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        await work(item);
      } catch (error) {
        const details: object = { err: error, ...item };
        log.error(details, failure);
      }
    }
  } while (found.length === AT_ONCE);
}
