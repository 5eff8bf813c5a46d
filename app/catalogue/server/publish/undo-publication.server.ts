import { t, msg } from '../../../i18n/translate.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Editor } from '../drafts/write-draft.server.ts';
import { labelOf } from '../../protocol/field-labels.ts';
import { catalogueChanges, cataloguePublications } from '../tables.server.ts';
import { applyPublication, type EntryChange } from './apply-publication.server.ts';
import { lockCatalogue } from './catalogue-lock.server.ts';
import { namePublication } from './publish-drafts.server.ts';
import { readUndone } from './read-history.server.ts';
import type { PublicationContext } from '../../../shop/live-catalogue.server.ts';
import { catalogueMessage } from '../../stored-messages.ts';

type Change = typeof catalogueChanges.$inferSelect;

const UNDONE_ALREADY = msg('This publication has already been undone.');

/**
 * Undoes a publication as a new revision: every changed field gets its previous value. Added entries are hidden,
 * because their addresses are public. Refused if a later publication that is still in effect changed the same
 * field, so several publications are undone in reverse order.
 */
export async function undoPublication(
  appContext: PublicationContext,
  editor: Editor,
  revision: number,
): Promise<number> {
  return change(appContext, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    const changes = await tx
      .select()
      .from(catalogueChanges)
      .where(eq(catalogueChanges.revision, revision));
    if (changes.length === 0) throw new RefusedError(404, t("This publication can't be undone."));
    const undone = await readUndone(tx, revision - 1);
    if (undone.has(revision)) throw new RefusedError(409, t(UNDONE_ALREADY));
    await refuseWhereChangedLater(tx, revision, changes, undone);
    const made = await applyPublication(tx, after, appContext, editor, {
      changes: changes.map(before),
      note: catalogueMessage('catalogue.undone', { revision }),
      undoes: revision,
    });
    if (made === undefined) throw new RefusedError(409, t(UNDONE_ALREADY));
    return made;
  });
}

function before({ kind, entryId, before: fields }: Change): EntryChange {
  return { kind, id: entryId, fields: fields ?? { isHidden: true } };
}

/** A single query checks all changes, because a publication may have thousands. */
async function refuseWhereChangedLater(
  tx: Database,
  revision: number,
  taken: readonly Change[],
  undone: ReadonlyMap<number, number>,
): Promise<void> {
  const of = alias(catalogueChanges, 'undone');
  const later = await tx
    .select({
      kind: catalogueChanges.kind,
      entryId: catalogueChanges.entryId,
      after: catalogueChanges.after,
      revision: catalogueChanges.revision,
      byName: cataloguePublications.byName,
    })
    .from(catalogueChanges)
    .innerJoin(
      of,
      and(
        eq(of.revision, revision),
        eq(of.kind, catalogueChanges.kind),
        eq(of.entryId, catalogueChanges.entryId),
      ),
    )
    .innerJoin(cataloguePublications, eq(cataloguePublications.revision, catalogueChanges.revision))
    .where(gt(catalogueChanges.revision, revision))
    .orderBy(desc(catalogueChanges.revision));
  const without = new Set([...undone].filter(([of]) => of > revision).flat());
  const changes = new Map(taken.map((each) => [`${each.kind} ${each.entryId}`, each]));
  for (const { kind, entryId, after, revision: at, byName } of later) {
    if (without.has(at)) continue;
    const change = changes.get(`${kind} ${entryId}`);
    const fields = Object.keys(change?.before ?? { isHidden: true });
    const same = fields.filter((field) => Object.hasOwn(after, field));
    if (!change || same.length === 0) continue;
    throw new RefusedError(
      409,
      t('“{title}” was changed again in publication {publication}: {fields}. Nothing was undone.', {
        title: change.title,
        publication: namePublication(at, byName),
        fields: same.map(labelOf).join(', '),
      }),
    );
  }
}
