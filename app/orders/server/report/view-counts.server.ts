import { sql } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { serviceViews } from './tables.server.ts';

export type ViewedPage = 'pages' | 'forms';

interface Counts {
  readonly serviceId: string;
  readonly day: string;
  pages: number;
  forms: number;
}

export interface ViewContext extends ChangeContext {
  readonly settings: { readonly supportTimezone: string };
}

/**
 * Counts views of services and order forms in memory. A scheduled job adds the counts to the database, so a view
 * costs no write. A killed process loses the views of the last seconds.
 */
export class ViewCounts {
  #counts = new Map<string, Counts>();

  count(
    { clock, settings }: Pick<ViewContext, 'clock' | 'settings'>,
    serviceId: string,
    page: ViewedPage,
  ): void {
    this.#add({
      serviceId,
      day: dayOf(settings.supportTimezone, clock.now()),
      pages: page === 'pages' ? 1 : 0,
      forms: page === 'forms' ? 1 : 0,
    });
  }

  /** Adds the counts to the database. If that fails, the counts wait for the next time. */
  async flush(appContext: ViewContext): Promise<void> {
    if (this.#counts.size === 0) return;
    const counted = [...this.#counts.values()];
    this.#counts = new Map();
    // Every process writes the rows in the same order, so that concurrent ones do not deadlock.
    const rows = counted.toSorted((one, other) =>
      `${one.serviceId} ${one.day}` < `${other.serviceId} ${other.day}` ? -1 : 1,
    );
    try {
      await change(appContext, undefined, (tx) =>
        tx
          .insert(serviceViews)
          .values(rows)
          .onConflictDoUpdate({
            target: [serviceViews.serviceId, serviceViews.day],
            set: {
              pages: sql`${serviceViews.pages} + excluded.pages`,
              forms: sql`${serviceViews.forms} + excluded.forms`,
            },
          }),
      );
    } catch (error) {
      for (const each of counted) this.#add(each);
      throw error;
    }
  }

  #add({ serviceId, day, pages, forms }: Counts): void {
    const key = `${serviceId} ${day}`;
    const counts = this.#counts.get(key) ?? { serviceId, day, pages: 0, forms: 0 };
    counts.pages += pages;
    counts.forms += forms;
    this.#counts.set(key, counts);
  }
}
