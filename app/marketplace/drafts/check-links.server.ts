import { say } from '../../platform/say.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { parsePieceId } from '../content/pieces.ts';
import { readTexts } from '../read-catalogue.server.ts';
import { layOver } from './draft.ts';
import { readDrafts } from './read-drafts.server.ts';
import type { EntryFields, EntryKey } from '../entries/entry.ts';
import type { Faults } from '../entries/read-texts.ts';
import { checkLogo, checkMedia } from '../photos/check-media.server.ts';
import {
  catalogueDrafts,
  catalogueGroups,
  catalogueSections,
  serviceAddresses,
} from '../tables.server.ts';

/** Names of sections and groups that would stand in the way of the overview's own, or of the form of a new one. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([
  'allservices',
  'constructor',
  'content',
  'message',
  'new',
  'page-progress',
  'site-menu',
]);

/** What is wrong with an entry among the others, published and drafted. */
export async function checkLinks(
  tx: Database,
  key: EntryKey,
  fields: EntryFields,
  isNew: boolean,
): Promise<Faults> {
  if (key.kind === 'service') return checkService(tx, key.id, fields);
  if (key.kind === 'text') return checkPiece(tx, key, fields, isNew);
  const faults: Faults = {};
  if (isNew && (TAKEN_NAMES.has(key.id) || (await isNameTaken(tx, key.id)))) {
    faults.id = say("'{id}' is a section or a group already. Please choose another name.", {
      id: key.id,
    });
  }
  if (key.kind === 'group' && !(await exists(tx, 'section', fields.section))) {
    faults.section = say('This section does not exist any more. Please choose another.');
  }
  return faults;
}

/** Of topics none may have the name of another: a visitor could not tell them apart. */
async function checkPiece(
  tx: Database,
  key: EntryKey,
  fields: EntryFields,
  isNew: boolean,
): Promise<Faults> {
  if (parsePieceId(key.id)?.kind === 'brand') return checkLogo(tx, fields);
  if (parsePieceId(key.id)?.kind !== 'topic') return {};
  const { texts } = layOver({ texts: await readTexts(tx) }, await readDrafts(tx));
  const others = texts.filter(({ entry }) => parsePieceId(entry.id)?.kind === 'topic');
  if (isNew && others.some(({ entry }) => entry.id === key.id)) {
    return {
      name: say(
        'There is, or was, a topic of this name. Please choose another name, or offer that one again.',
      ),
    };
  }
  const isTaken = others.some(
    ({ entry }) =>
      entry.id !== key.id &&
      entry.isHidden !== true &&
      parsePieceId(entry.id)?.language === parsePieceId(key.id)?.language &&
      String(entry.name).toLowerCase() === String(fields.name).toLowerCase(),
  );
  return isTaken ? { name: say('Another topic has this name. Please choose another.') } : {};
}

async function checkService(tx: Database, id: string, fields: EntryFields): Promise<Faults> {
  const faults = await checkMedia(tx, fields);
  const { section, area, slug } = fields as Record<string, string>;
  if (!(await isGroupOf(tx, area ?? '', section ?? ''))) {
    faults.group = say('This group does not exist any more. Please choose another.');
  }
  if (await isAddressTaken(tx, id, section ?? '', slug ?? '')) {
    faults.slug = say(
      "Another service is, or was, found at '{slug}' in this section. Please choose another address.",
      { slug: slug ?? '' },
    );
  }
  return faults;
}

/** Whether an address is or was another's, or another draft asks for it. */
async function isAddressTaken(
  tx: Database,
  id: string,
  section: string,
  slug: string,
): Promise<boolean> {
  const isAnothers = and(
    eq(serviceAddresses.section, section),
    eq(serviceAddresses.slug, slug),
    ne(serviceAddresses.serviceId, id),
  );
  if ((await tx.$count(serviceAddresses, isAnothers)) > 0) return true;
  // Of a draft that changes one half of its address the other is the published one's.
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts d left join services s on s.id::text = d.entry_id
    where d.kind = 'service' and d.entry_id <> ${id}
      and coalesce(d.fields ->> 'section', s.section) = ${section}
      and coalesce(d.fields ->> 'slug', s.slug) = ${slug}`);
  return rows.length > 0;
}

/** Both are anchors of one page, and share their names. */
async function isNameTaken(tx: Database, id: string): Promise<boolean> {
  return (await exists(tx, 'section', id)) || (await exists(tx, 'group', id));
}

async function exists(tx: Database, kind: 'section' | 'group', id: unknown): Promise<boolean> {
  const name = typeof id === 'string' ? id : '';
  const table = kind === 'section' ? catalogueSections : catalogueGroups;
  if ((await tx.$count(table, eq(table.id, name))) > 0) return true;
  const isIt = and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, name));
  return (await tx.$count(catalogueDrafts, isIt)) > 0;
}

async function isGroupOf(tx: Database, area: string, section: string): Promise<boolean> {
  const isIt = and(eq(catalogueGroups.id, area), eq(catalogueGroups.section, section));
  if ((await tx.$count(catalogueGroups, isIt)) > 0) return true;
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts
    where kind = 'group' and entry_id = ${area} and fields ->> 'section' = ${section}`);
  return rows.length > 0;
}
