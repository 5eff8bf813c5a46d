import { say } from '../../platform/say.ts';
import { sql } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Draft } from '../drafts/draft.ts';
import type { Editor } from '../drafts/editor.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { titleOfPiece } from '../content/pieces.ts';
import { keyOf, type EntryKey } from '../entries/entry.ts';
import { catalogueDrafts } from '../tables.server.ts';
import { applyPublication } from './apply-publication.server.ts';
import { lockCatalogue } from './catalogue-lock.server.ts';
import type { PublicationHost } from './publication-host.ts';

/** A draft as whoever publishes it saw it. */
export interface SeenDraft extends EntryKey {
  readonly version: number;
}

export interface Publish {
  readonly drafts: readonly SeenDraft[];
  readonly note: string;
}

/**
 * Publishes these drafts as one revision. Whoever publishes publishes what they saw: a draft that
 * somebody changed since is refused, and nothing is published. Returns the revision and how many
 * entries it changed.
 */
export async function publishDrafts(
  host: PublicationHost,
  editor: Editor,
  { drafts: seen, note }: Publish,
): Promise<{ readonly revision: number; readonly count: number }> {
  if (seen.length === 0) throw new RefusedError(400, 'Please choose what is to be published.');
  return change(host, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    const drafts = new Map((await readDrafts(tx)).map((draft) => [keyOf(draft), draft]));
    const chosen = seen.map((each) => requireSame(drafts.get(keyOf(each)), each));
    const revision = await applyPublication(tx, after, host, editor, { changes: chosen, note });
    for (const { kind, id } of chosen) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await tx.delete(catalogueDrafts).where(sql`kind = ${kind} and entry_id = ${id}`);
    }
    if (revision === undefined) {
      throw new RefusedError(409, 'These drafts say what is published already.');
    }
    return { revision, count: chosen.length };
  });
}

function requireSame(draft: Draft | undefined, { version }: SeenDraft): Draft {
  if (draft?.version === version) return draft;
  throw new RefusedError(
    409,
    draft
      ? say(
          '{editedByName} has changed {nameOf} meanwhile. Nothing was published: please look at the list again.',
          { editedByName: draft.editedByName, nameOf: nameOf(draft) },
        )
      : 'Somebody has published or discarded one of these drafts meanwhile. Nothing was published: please look at the list again.',
  );
}

function nameOf({ kind, id, fields }: Draft): string {
  if (kind === 'text') return `'${titleOfPiece(id, fields)}'`;
  return typeof fields.title === 'string' ? `'${fields.title}'` : 'one of these drafts';
}
