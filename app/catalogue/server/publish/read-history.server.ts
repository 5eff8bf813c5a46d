import { translateTitle } from '../../protocol/content-blocks.ts';
import { showStored } from '../../../platform/stored-message.ts';
import { asc, count, desc, inArray, lte, sql, gt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  describeChange,
  type FieldChange,
  type TitledSections,
} from '../../protocol/describe-change.ts';
import { catalogueChanges, cataloguePublications } from '../tables.server.ts';
import type { EntryKey } from '../../protocol/entry.ts';

export const PUBLICATIONS_PER_PAGE = 20;
/** A publication lists its first changes and counts the rest, because an import may have thousands. */
const CHANGES_SHOWN = 50;

export interface PublicationView {
  readonly revision: number;
  readonly at: string;
  readonly byName: string | null;
  readonly note: string;
  readonly undoes: number | null;
  /** The number is set only while that publication is in effect. */
  readonly undoneBy: number | null;
  readonly changeCount: number;
  readonly changes: readonly (EntryKey & {
    readonly title: string;
    readonly isNew: boolean;
    readonly fields: readonly FieldChange[];
  })[];
}

/** `page` starts at 1. */
export async function readHistory(
  db: Database,
  page: number,
  titled?: TitledSections,
): Promise<{ readonly publications: readonly PublicationView[]; readonly hasMore: boolean }> {
  const rows = await db
    .select()
    .from(cataloguePublications)
    .orderBy(desc(cataloguePublications.revision))
    .limit(PUBLICATIONS_PER_PAGE + 1)
    .offset((page - 1) * PUBLICATIONS_PER_PAGE);
  const shown = rows.slice(0, PUBLICATIONS_PER_PAGE);
  if (shown.length === 0) return { publications: [], hasMore: false };
  const revisions = shown.map(({ revision }) => revision);
  const counts = await countChanges(db, revisions);
  const undone = await readUndone(db, Math.min(...revisions) - 1);
  const byRevision = Map.groupBy(await readFirstChanges(db, revisions), ({ revision }) => revision);
  return {
    publications: shown.map(({ revision, at, byName, note, noteMessage, undoes }) => {
      const own = byRevision.get(revision) ?? [];
      return {
        revision,
        at: at.toISOString(),
        byName,
        note: showStored(noteMessage, note) ?? '',
        undoes,
        undoneBy: undone.get(revision) ?? null,
        changeCount: counts.get(revision) ?? 0,
        changes: own.map(({ kind, entryId, title, before, after }) => ({
          kind,
          id: entryId,
          title: translateTitle(kind, entryId, title),
          isNew: before === null,
          fields: describeChange(before, after, titled),
        })),
      };
    }),
    hasMore: rows.length > PUBLICATIONS_PER_PAGE,
  };
}

async function countChanges(
  db: Database,
  revisions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ revision: catalogueChanges.revision, changes: count() })
    .from(catalogueChanges)
    .where(inArray(catalogueChanges.revision, [...revisions]))
    .groupBy(catalogueChanges.revision);
  return new Map(rows.map(({ revision, changes }) => [revision, changes]));
}

/** The limit is applied in the query: a page of imports would otherwise load hundreds of thousands of rows. */
function readFirstChanges(db: Database, revisions: readonly number[]) {
  const { revision, kind, entryId, title, before, after } = catalogueChanges;
  const numbered = db
    .select({
      revision,
      kind,
      entryId,
      title,
      before,
      after,
      number:
        sql<number>`row_number() over (partition by ${revision} order by ${kind}, ${title})`.as(
          'number',
        ),
    })
    .from(catalogueChanges)
    .where(inArray(revision, [...revisions]))
    .as('numbered');
  return db
    .select()
    .from(numbered)
    .where(lte(numbered.number, CHANGES_SHOWN))
    .orderBy(asc(numbered.kind), asc(numbered.title));
}

/** An undo that was itself undone does not count. */
export async function readUndone(
  db: Database,
  after: number,
): Promise<ReadonlyMap<number, number>> {
  const { revision, undoes } = cataloguePublications;
  const later = await db
    .select({ revision, undoes })
    .from(cataloguePublications)
    .where(gt(revision, after))
    .orderBy(desc(revision));
  const undone = new Map<number, number>();
  for (const each of later) {
    if (each.undoes !== null && !undone.has(each.revision)) undone.set(each.undoes, each.revision);
  }
  return undone;
}
