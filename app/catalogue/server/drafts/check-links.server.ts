import { say } from '../../../platform/say.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { parsePieceId } from '../../protocol/pieces.ts';
import { readTexts } from '../../../shop/read-catalogue.server.ts';
import { layOver } from '../../protocol/draft.ts';
import { readDrafts } from './read-drafts.server.ts';
import type { EntryFields, EntryKey } from '../../protocol/entry.ts';
import type { Faults } from '../../protocol/read-texts.ts';
import { checkLogo, checkMedia } from '../photos/check-media.server.ts';
import {
  catalogueDrafts,
  catalogueGroups,
  catalogueSections,
  serviceAddresses,
} from '../tables.server.ts';

/** These names would clash with anchors of the overview page or with the path of the form for a new entry. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([
  'allservices',
  'constructor',
  'content',
  'message',
  'new',
  'page-progress',
  'site-menu',
]);

/** Checks a catalogue entry against the others, both published and drafted. */
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

/** Topics need different names, because visitors could not tell them apart otherwise. */
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

/** The check includes former addresses and other drafts. */
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
  // If a draft changes only the section or only the slug, the other part comes from the published service.
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts d left join services s on s.id::text = d.entry_id
    where d.kind = 'service' and d.entry_id <> ${id}
      and coalesce(d.fields ->> 'section', s.section) = ${section}
      and coalesce(d.fields ->> 'slug', s.slug) = ${slug}`);
  return rows.length > 0;
}

/** Sections and groups are anchors of the same page, so they share one namespace. */
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
