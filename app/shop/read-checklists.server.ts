import { inArray } from 'drizzle-orm';
import { services } from '../catalogue/server/tables.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { ServiceChecklistItem } from './checklist.ts';

export interface TranslatedItem extends ServiceChecklistItem {
  /** By language. Only titles that buyers see are translated. */
  readonly translations: Readonly<Record<string, string>>;
}

/** Returns the published checklists by the id of the service. Services without one are left out. */
export async function readChecklists(
  db: Database,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TranslatedItem[]>> {
  if (serviceIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: services.id,
      checklist: services.checklist,
      translations: services.translations,
    })
    .from(services)
    .where(inArray(services.id, [...serviceIds]));
  return new Map(
    rows
      .filter(({ checklist }) => checklist.length > 0)
      .map(({ id, checklist, translations }) => [
        id,
        checklist.map((item) => ({
          ...item,
          translations: Object.fromEntries(
            Object.entries(translations).flatMap(([language, { texts }]) => {
              const text = item.isShown ? texts[`checklist.${item.id}`] : undefined;
              return text === undefined ? [] : [[language, text]];
            }),
          ),
        })),
      ]),
  );
}
