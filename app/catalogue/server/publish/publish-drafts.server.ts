import { t } from '../../../i18n/translate.ts';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { CatalogueDraft } from '../../protocol/draft.ts';
import type { Editor } from '../drafts/write-draft.server.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { titleOfContentBlock, translateTitle } from '../../protocol/content-blocks.ts';
import { keyOf, type EntryKey } from '../../protocol/entry.ts';
import { labelOf } from '../../protocol/field-labels.ts';
import { catalogueChanges, catalogueDrafts, cataloguePublications } from '../tables.server.ts';
import { applyPublication } from './apply-publication.server.ts';
import { lockCatalogue } from './catalogue-lock.server.ts';
import type { PublicationContext } from '../../../shop/live-catalogue.server.ts';

/** The version is the one that the publishing user saw. */
export interface SeenDraft extends EntryKey {
  readonly version: number;
}

export interface Publish {
  readonly drafts: readonly SeenDraft[];
  readonly note: string;
  /** This revision was published when the drafts were shown. Undefined means unknown. */
  readonly revision?: number | undefined;
}

/**
 * Publishes these drafts as one revision. Nothing is published if somebody has changed one of the drafts, or
 * published another value of a field in them, since the user saw them. Returns the revision and the number of
 * changed entries.
 */
export async function publishDrafts(
  appContext: PublicationContext,
  editor: Editor,
  { drafts: seen, note, revision: seenRevision }: Publish,
): Promise<{ readonly revision: number; readonly count: number }> {
  if (seen.length === 0) throw new RefusedError(400, t('Select what to publish.'));
  return change(appContext, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    const drafts = new Map(
      (await readDrafts(tx)).map((catalogueDraft) => [keyOf(catalogueDraft), catalogueDraft]),
    );
    const chosen = seen.map((each) => requireSame(drafts.get(keyOf(each)), each));
    if (seenRevision !== undefined) await refuseWherePublishedSince(tx, seenRevision, chosen);
    const revision = await applyPublication(tx, after, appContext, editor, {
      changes: chosen,
      note,
    });
    for (const { kind, id } of chosen) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await tx.delete(catalogueDrafts).where(sql`kind = ${kind} and entry_id = ${id}`);
    }
    if (revision === undefined) {
      throw new RefusedError(
        409,
        t('These drafts contain no changes: everything in them is already published.'),
      );
    }
    return { revision, count: chosen.length };
  });
}

function requireSame(
  catalogueDraft: CatalogueDraft | undefined,
  { version }: SeenDraft,
): CatalogueDraft {
  if (catalogueDraft?.version === version) return catalogueDraft;
  throw new RefusedError(409, describeChange(catalogueDraft));
}

function describeChange(catalogueDraft: CatalogueDraft | undefined): string {
  if (!catalogueDraft) {
    return t(
      'Someone has published or discarded one of these drafts in the meantime. Nothing was published. Check the list again.',
    );
  }
  const { editedByName: name } = catalogueDraft;
  const title = titleOf(catalogueDraft);
  return title === undefined
    ? t(
        '{name} has changed one of these drafts in the meantime. Nothing was published. Check the list again.',
        { name },
      )
    : t(
        '{name} has changed “{title}” in the meantime. Nothing was published. Check the list again.',
        { name, title },
      );
}

/** Undoing a publication and importing do not touch drafts, so conflicts with them are detected only here. */
async function refuseWherePublishedSince(
  tx: Database,
  seenRevision: number,
  chosen: readonly CatalogueDraft[],
): Promise<void> {
  const { kind, entryId, after, title, revision } = catalogueChanges;
  const ids = chosen.map(({ id }) => id);
  const since = await tx
    .select({ kind, id: entryId, after, title, revision, byName: cataloguePublications.byName })
    .from(catalogueChanges)
    .innerJoin(cataloguePublications, eq(cataloguePublications.revision, revision))
    .where(and(gt(revision, seenRevision), inArray(entryId, ids)))
    .orderBy(desc(revision));
  const drafts = new Map(chosen.map((catalogueDraft) => [keyOf(catalogueDraft), catalogueDraft]));
  for (const changed of since) {
    const fields = Object.keys(drafts.get(keyOf(changed))?.fields ?? {});
    const same = fields.filter((field) => Object.hasOwn(changed.after, field));
    if (same.length === 0) continue;
    throw new RefusedError(
      409,
      t(
        '“{title}” was changed in the meantime in publication {publication}: {fields}. Nothing was published. Check the list again.',
        {
          title: translateTitle(changed.kind, changed.id, changed.title),
          publication: namePublication(changed.revision, changed.byName),
          fields: same.map(labelOf).join(', '),
        },
      ),
    );
  }
}

function titleOf({ kind, id, fields }: CatalogueDraft): string | undefined {
  if (kind === 'text') return titleOfContentBlock(id, fields);
  return typeof fields.title === 'string' ? fields.title : undefined;
}

export function namePublication(revision: number, byName: string | null): string | number {
  return byName === null ? revision : `${revision} (${byName})`;
}
