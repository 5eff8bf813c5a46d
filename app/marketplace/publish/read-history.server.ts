import { retell } from '../../platform/retell.ts';
import type { Sentence } from '../../platform/say.ts';
import { asc, desc, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { describeChange, type FieldChange } from './describe-change.ts';
import { catalogueChanges, cataloguePublications } from '../tables.server.ts';
import type { EntryKey } from '../entries/entry.ts';

export const PUBLICATIONS_PER_PAGE = 20;
/** A large import names its first ones; the others are counted. */
const CHANGES_SHOWN = 50;

/** What publications say of themselves that nobody wrote anything about. */
const OUR_NOTES = [
  'What an installation begins with',
  'Undoes publication {revision}',
  'Prices in {to} instead of {from}',
  'Imported from a file',
] as const satisfies readonly Sentence[];

export interface PublicationView {
  readonly revision: number;
  readonly at: string;
  readonly byName: string | null;
  readonly note: string;
  readonly undoes: number | null;
  readonly changeCount: number;
  readonly changes: readonly (EntryKey & {
    readonly title: string;
    readonly isNew: boolean;
    readonly fields: readonly FieldChange[];
  })[];
}

/** The publications, newest first, a page of them; `page` from 1. */
export async function readHistory(
  db: Database,
  page: number,
): Promise<{ readonly publications: readonly PublicationView[]; readonly hasMore: boolean }> {
  const rows = await db
    .select()
    .from(cataloguePublications)
    .orderBy(desc(cataloguePublications.revision))
    .limit(PUBLICATIONS_PER_PAGE + 1)
    .offset((page - 1) * PUBLICATIONS_PER_PAGE);
  const shown = rows.slice(0, PUBLICATIONS_PER_PAGE);
  const changes =
    shown.length === 0
      ? []
      : await db
          .select()
          .from(catalogueChanges)
          .where(
            inArray(
              catalogueChanges.revision,
              shown.map(({ revision }) => revision),
            ),
          )
          .orderBy(asc(catalogueChanges.kind), asc(catalogueChanges.title));
  const byRevision = Map.groupBy(changes, ({ revision }) => revision);
  return {
    publications: shown.map(({ revision, at, byName, note, undoes }) => {
      const own = byRevision.get(revision) ?? [];
      return {
        revision,
        at: at.toISOString(),
        byName,
        note: retell(note, OUR_NOTES),
        undoes,
        changeCount: own.length,
        changes: own.slice(0, CHANGES_SHOWN).map(({ kind, entryId, title, before, after }) => ({
          kind,
          id: entryId,
          title,
          isNew: before === null,
          fields: describeChange(before, after),
        })),
      };
    }),
    hasMore: rows.length > PUBLICATIONS_PER_PAGE,
  };
}
