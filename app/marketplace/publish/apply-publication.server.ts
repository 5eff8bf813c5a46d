import { say } from '../../platform/say.ts';
import { eq, sql } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { GroupEntry, SectionEntry, ServiceEntry } from '../catalogue.ts';
import type { Editor } from '../drafts/editor.ts';
import { readPublished } from '../drafts/read-drafts.server.ts';
import { changedFields, ENTRY_KINDS, type EntryFields, type EntryKey } from '../entries/entry.ts';
import { refuseWithoutWords } from '../photos/check-media.server.ts';
import { readRevision } from '../read-catalogue.server.ts';
import {
  catalogueChanges,
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from '../tables.server.ts';
import { CATALOGUE_LOCK } from './catalogue-lock.server.ts';
import { Content } from '../content/content.ts';
import { BASE_LANGUAGE } from '../content/pieces.ts';
import { titleOfEntry } from '../entries/title-of-entry.ts';
import type { PublicationHost } from './publication-host.ts';

/** What is to be published of one entry: the fields that become others, or all of a new one. */
export interface EntryChange extends EntryKey {
  readonly fields: EntryFields;
}

export interface PublicationToApply {
  readonly changes: readonly EntryChange[];
  readonly note: string;
  readonly undoes?: number;
}

/** One publication at a time: of two at once the second sees what the first made. */
export async function lockCatalogue(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
}

/**
 * Makes one revision of all these changes, or none: its row, what it changed, and the tables. Under
 * the lock, inside the transaction of whoever publishes. Returns undefined where nothing is different
 * from what is published already; throws {@link RefusedError} 409 naming what stands in the way.
 */
export async function applyPublication(
  tx: Database,
  after: After,
  host: PublicationHost,
  editor: Editor,
  { changes, note, undoes }: PublicationToApply,
): Promise<number | undefined> {
  const revision = (await readRevision(tx)) + 1;
  const made: (typeof catalogueChanges.$inferInsert)[] = [];
  const ordered = changes.toSorted(
    (one, other) => ENTRY_KINDS.indexOf(one.kind) - ENTRY_KINDS.indexOf(other.kind),
  );
  const rows: { readonly key: EntryKey; readonly row: EntryFields }[] = [];
  for (const { kind, id, fields } of ordered) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const published = await readPublished(tx, { kind, id });
    const changed = published ? changedFields(published, fields) : fields;
    if (Object.keys(changed).length === 0) continue;
    const row: EntryFields = { ...published, ...changed, id };
    const names = namesWithCurrency(changed);
    made.push({
      revision,
      kind,
      entryId: id,
      title: titleOfEntry(kind, row),
      before: published ? pick(published, names) : null,
      after: pick(row, names),
    });
    rows.push({ key: { kind, id }, row });
  }
  if (made.length === 0) return undefined;
  await tx.insert(cataloguePublications).values({
    revision,
    at: host.clock.now(),
    byId: editor.id,
    byName: editor.name,
    note,
    undoes: undoes ?? null,
  });
  await tx.insert(catalogueChanges).values(made);
  for (const { key, row } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await writeEntry(tx, key, row);
  }
  if (rows.some(({ key }) => key.kind === 'text')) await requireTopic(tx);
  after.audit(undoes === undefined ? 'catalogue-published' : 'catalogue-undone', {
    subjectId: String(revision),
    subject: `Publication ${revision}`,
    detail: sayWhat(made.map(({ title }) => title)),
  });
  after.happened({ type: 'catalogue.published', data: { revision, entries: made.length } });
  after.hint(() => host.takePublication());
  return revision;
}

/** An amount means nothing without its currency: what is undone must find both. */
function namesWithCurrency(changed: EntryFields): string[] {
  const names = Object.keys(changed);
  return (names.includes('amount') || names.includes('packages')) && !names.includes('currency')
    ? [...names, 'currency']
    : names;
}

function pick(fields: EntryFields, names: readonly string[]): EntryFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

const NAMED_AT_MOST = 5;

function sayWhat(titles: readonly string[]): string {
  const more = titles.length - NAMED_AT_MOST;
  return `${titles.slice(0, NAMED_AT_MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function writeEntry(tx: Database, { kind, id }: EntryKey, row: EntryFields): Promise<void> {
  switch (kind) {
    case 'section': {
      const values = row as unknown as SectionEntry;
      await tx
        .insert(catalogueSections)
        .values(values)
        .onConflictDoUpdate({ target: catalogueSections.id, set: values });
      return;
    }
    case 'group': {
      const values = row as unknown as GroupEntry;
      const [section] = await tx
        .select({ id: catalogueSections.id })
        .from(catalogueSections)
        .where(eq(catalogueSections.id, values.section));
      if (!section) refuse(values.title, 'its section is not published: publish that, too');
      await tx
        .insert(catalogueGroups)
        .values(values)
        .onConflictDoUpdate({ target: catalogueGroups.id, set: values });
      return;
    }
    case 'text': {
      const { id: _id, ...fields } = row;
      await tx
        .insert(catalogueTexts)
        .values({ id, fields })
        .onConflictDoUpdate({ target: catalogueTexts.id, set: { fields } });
      return;
    }
    default:
      kind satisfies 'service';
      await writeService(tx, id, row as unknown as ServiceEntry);
  }
}

/** A chat begins with a topic. */
async function requireTopic(tx: Database): Promise<void> {
  const rows = await tx.select().from(catalogueTexts);
  const words = new Content(rows.map(({ id, fields }) => ({ ...fields, id })));
  if (words.topics(BASE_LANGUAGE).length > 0) return;
  throw new RefusedError(
    409,
    'A chat begins with a topic: at least one has to stay. Nothing was published.',
  );
}

async function writeService(tx: Database, id: string, values: ServiceEntry): Promise<void> {
  const { section, slug, area, title } = values;
  const wordless = refuseWithoutWords(values);
  if (wordless !== undefined) refuse(title, wordless);
  const [group] = await tx
    .select({ section: catalogueGroups.section })
    .from(catalogueGroups)
    .where(eq(catalogueGroups.id, area));
  if (group?.section !== section) {
    refuse(title, 'its group is not published: publish that, too');
  }
  await tx.insert(serviceAddresses).values({ section, slug, serviceId: id }).onConflictDoNothing();
  const { rows } = await tx.execute<{ service_id: string }>(
    sql`select service_id from service_addresses where section = ${section} and slug = ${slug}`,
  );
  if (rows[0]?.service_id !== id) {
    refuse(title, `another service is, or was, found at '${slug}' in this section`);
  }
  await tx.insert(services).values(values).onConflictDoUpdate({ target: services.id, set: values });
}

function refuse(title: string, why: string): never {
  throw new RefusedError(
    409,
    say("'{title}' cannot be published: {why}. Nothing was published.", { title, why }),
  );
}
