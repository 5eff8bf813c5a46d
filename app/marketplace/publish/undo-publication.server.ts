import { say } from '../../platform/say.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Editor } from '../drafts/editor.ts';
import { labelOf } from '../entries/field-labels.ts';
import { catalogueChanges, cataloguePublications } from '../tables.server.ts';
import { applyPublication, lockCatalogue, type EntryChange } from './apply-publication.server.ts';
import type { PublicationHost } from './publication-host.ts';

type Change = typeof catalogueChanges.$inferSelect;

/**
 * Takes a publication back, as a new revision: every field it changed is as before. What it added is
 * hidden, since addresses were given out. Refused where a later publication changed the same field.
 */
export async function undoPublication(
  host: PublicationHost,
  editor: Editor,
  revision: number,
): Promise<number> {
  return change(host, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    const changes = await tx
      .select()
      .from(catalogueChanges)
      .where(eq(catalogueChanges.revision, revision));
    if (changes.length === 0) throw new RefusedError(404, 'This publication cannot be undone.');
    await refuseWhereChangedLater(tx, revision, changes);
    const undone = await applyPublication(tx, after, host, editor, {
      changes: changes.map(before),
      note: say('Undoes publication {revision}', { revision }),
      undoes: revision,
    });
    if (undone === undefined) throw new RefusedError(409, 'This publication is undone already.');
    return undone;
  });
}

function before({ kind, entryId, before: fields }: Change): EntryChange {
  return { kind, id: entryId, fields: fields ?? { isHidden: true } };
}

/** One question for all: a publication may have changed thousands. */
async function refuseWhereChangedLater(
  tx: Database,
  revision: number,
  undone: readonly Change[],
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
  const changes = new Map(undone.map((each) => [`${each.kind} ${each.entryId}`, each]));
  for (const { kind, entryId, after, revision: at, byName } of later) {
    const change = changes.get(`${kind} ${entryId}`);
    const fields = Object.keys(change?.before ?? { isHidden: true });
    const same = fields.filter((field) => Object.hasOwn(after, field));
    if (!change || same.length === 0) continue;
    throw new RefusedError(
      409,
      say(
        "'{title}' was changed again in publication {publication}: {fields}. Nothing was undone.",
        {
          title: change.title,
          publication: byName === null ? at : `${at} (${byName})`,
          fields: same.map(labelOf).join(', '),
        },
      ),
    );
  }
}
