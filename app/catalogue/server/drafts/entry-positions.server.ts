import { and, eq, inArray, or } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { byPlace } from '../../../shop/catalogue.ts';
import {
  changedFields,
  type EntryFields,
  type EntryKey,
  type EntryKind,
} from '../../protocol/entry.ts';
import { parseContentBlockId } from '../../protocol/content-blocks.ts';
import { PLACE_STEP } from '../../../shop/place-step.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import { readTexts } from '../../../shop/read-catalogue.server.ts';
import { catalogueGroups, catalogueSections, services } from '../tables.server.ts';
import {
  layOver,
  type CatalogueDraft,
  type ToLayOver,
  type Working,
  type WorkingCatalogue,
} from '../../protocol/draft.ts';
import { type Editor, writeDraft } from './write-draft.server.ts';
import { readDrafts, readPublished } from './read-drafts.server.ts';
import { t } from '../../../i18n/translate.ts';
import { SOURCE_LANGUAGE } from '../../../platform/languages.ts';

interface Placed {
  readonly id: string;
  readonly place: number;
}

/** Drafts count, too. */
export async function findLastPlace(
  tx: Database,
  kind: EntryKind,
  fields: EntryFields,
): Promise<number> {
  const last = (await readSiblings(tx, kind, fields)).at(-1)?.entry.place ?? 0;
  return last + PLACE_STEP;
}

export interface Move extends EntryKey {
  /** The number counts from 1. `before` names the following sibling, and null moves to the end. */
  readonly to: 'up' | 'down' | { readonly at: number } | { readonly before: string | null };
}

/**
 * Moves an entry among its siblings, as a draft. All siblings are renumbered when no integer is free between the
 * neighbours.
 */
export async function moveEntry(
  appContext: ChangeContext,
  editor: Editor,
  move: Move,
): Promise<void> {
  await change(appContext, editor.trace, async (tx) => {
    await lockCatalogue(tx);
    const { kind, id, to } = move;
    const siblings = await readSiblings(tx, kind, undefined, id);
    const from = siblings.findIndex(({ entry: catalogueEntry }) => catalogueEntry.id === id);
    const moved = siblings[from];
    if (!moved) throw new RefusedError(404, t('This is no longer in the catalogue.'));
    const others = siblings.filter(({ entry: catalogueEntry }) => catalogueEntry.id !== id);
    const at = targetOf(others, from, to);
    if (at === from) return;
    const place = between(others[at - 1]?.entry, others[at]?.entry);
    if (place !== undefined) {
      await putAt(tx, appContext, editor, kind, moved, place);
      return;
    }
    const ordered = [...others.slice(0, at), moved, ...others.slice(at)];
    for (const [index, each] of ordered.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await putAt(tx, appContext, editor, kind, each, (index + 1) * PLACE_STEP);
    }
  });
}

function targetOf(others: readonly Working<Placed>[], from: number, to: Move['to']): number {
  if (to === 'up') return Math.max(0, from - 1);
  if (to === 'down') return Math.min(others.length, from + 1);
  if ('at' in to) return Math.min(Math.max(to.at, 1) - 1, others.length);
  if (to.before === null) return others.length;
  const at = others.findIndex(({ entry: catalogueEntry }) => catalogueEntry.id === to.before);
  if (at === -1) throw new RefusedError(409, t('The list has changed in the meantime. Try again.'));
  return at;
}

/** Returns undefined when no integer is free. */
function between(before: Placed | undefined, after: Placed | undefined): number | undefined {
  if (!after) return (before?.place ?? 0) + PLACE_STEP;
  const low = before?.place ?? Math.min(0, after.place - 2 * PLACE_STEP);
  const middle = Math.floor((low + after.place) / 2);
  return middle > low && middle < after.place ? middle : undefined;
}

async function putAt(
  tx: Database,
  appContext: Pick<ChangeContext, 'clock'>,
  editor: Editor,
  kind: EntryKind,
  { entry: catalogueEntry, published, draft: catalogueDraft }: Working<Placed>,
  place: number,
): Promise<void> {
  const key = { kind, id: catalogueEntry.id };
  const next: EntryFields = { ...catalogueDraft?.fields, place };
  const fields = published ? changedFields(published as unknown as EntryFields, next) : next;
  await writeDraft(tx, appContext, editor, key, {
    before: catalogueDraft,
    isNew: !published,
    fields,
  });
}

/** Siblings are groups of the same section, or services of the same group. */
async function readSiblings(
  tx: Database,
  kind: EntryKind,
  fields: EntryFields | undefined,
  id = '',
): Promise<Working<Placed>[]> {
  const drafts = await readDrafts(tx);
  const own = fields ?? {
    ...(await readPublished(tx, { kind, id })),
    ...drafts.find((catalogueDraft) => catalogueDraft.kind === kind && catalogueDraft.id === id)
      ?.fields,
  };
  const working = layOver(await readKind(tx, kind, own, drafts), drafts);
  if (kind === 'text') return readTopics(working);
  const all: readonly Working<Placed>[] =
    kind === 'service' ? working.services : kind === 'group' ? working.groups : working.sections;
  const isSibling = ({ entry: catalogueEntry }: Working<Placed>) => {
    const { section, area } = catalogueEntry as unknown as EntryFields;
    return (
      kind === 'section' || (section === own.section && (kind === 'group' || area === own.area))
    );
  };
  return all.filter(isSibling).toSorted((one, other) => byPlace(one.entry, other.entry));
}

/** Only services of the group, and those that a draft may move there, are read. */
async function readKind(
  tx: Database,
  kind: EntryKind,
  { section, area }: EntryFields,
  drafts: readonly CatalogueDraft[],
): Promise<ToLayOver> {
  switch (kind) {
    case 'section':
      return { sections: await tx.select().from(catalogueSections) };
    case 'group':
      return { groups: await tx.select().from(catalogueGroups) };
    case 'text':
      return { texts: await readTexts(tx) };
    default: {
      kind satisfies 'service';
      const drafted = drafts.flatMap((catalogueDraft) =>
        catalogueDraft.kind === kind ? [catalogueDraft.id] : [],
      );
      const ofGroup = and(eq(services.section, String(section)), eq(services.area, String(area)));
      const rows = tx.select().from(services);
      return { services: await rows.where(or(ofGroup, inArray(services.id, drafted))) };
    }
  }
}

/** Topics are the only texts with an order. The order is stored with the base language. */
function readTopics({ texts }: WorkingCatalogue): Working<Placed>[] {
  return texts
    .flatMap(({ entry: catalogueEntry, published, draft: catalogueDraft }) => {
      const key = parseContentBlockId(catalogueEntry.id);
      if (key?.kind !== 'topic' || key.language !== SOURCE_LANGUAGE) return [];
      const place = (fields: EntryFields) => ({
        ...fields,
        id: catalogueEntry.id,
        place: Number(fields.place ?? 0),
      });
      return [
        {
          entry: place(catalogueEntry),
          published: published && place(published),
          draft: catalogueDraft,
        },
      ];
    })
    .sort((one, other) => byPlace(one.entry, other.entry));
}

/** Parses a position, which counts from 1. Throws {@link RefusedError} 422 for anything but a whole number. */
export function readPlace(typed: string): number {
  const place = toLatinDigits(typed).trim();
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw new RefusedError(422, t('Enter the position as a whole number, such as 3.'), 'at');
}
