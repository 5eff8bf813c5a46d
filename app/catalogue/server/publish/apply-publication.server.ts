import { speaking } from '../../../platform/speech.server.ts';
import { ENGLISH, t } from '../../../i18n/translate.ts';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { GroupEntry, SectionEntry, ServiceEntry } from '../../../shop/catalogue.ts';
import type { Editor } from '../drafts/write-draft.server.ts';
import { readPublished } from '../drafts/read-drafts.server.ts';
import {
  changedFields,
  ENTRY_KINDS,
  pick,
  type EntryFields,
  type EntryKey,
  type EntryKind,
  titleOfEntry,
} from '../../protocol/entry.ts';
import { refuseWithoutWords } from '../photos/check-media.server.ts';
import { readRevision } from '../../../shop/read-catalogue.server.ts';
import {
  catalogueChanges,
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from '../tables.server.ts';
import { Content } from '../../protocol/content.ts';
import type { PublicationContext } from '../../../shop/live-catalogue.server.ts';
import { SOURCE_LANGUAGE } from '../../../platform/languages.ts';
import { catalogueMessage } from '../../stored-messages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

/** The change of a new entry has all of its fields. */
export interface EntryChange extends EntryKey {
  readonly fields: EntryFields;
}

export interface PublicationToApply {
  readonly changes: readonly EntryChange[];
  /** As an editor typed it, or what the system did. */
  readonly note: string | StoredMessage;
  readonly undoes?: number;
}

/**
 * Writes one revision with all these changes, or nothing. Runs under the catalogue lock in the caller's
 * transaction. Returns undefined when nothing differs from the published state. Throws {@link RefusedError} 409
 * with the obstacle.
 */
export async function applyPublication(
  tx: Database,
  after: After,
  appContext: PublicationContext,
  editor: Editor,
  { changes, note, undoes }: PublicationToApply,
): Promise<number | undefined> {
  const revision = (await readRevision(tx)) + 1;
  const different = await findDifferent(tx, changes);
  if (different.length === 0) return undefined;
  await tx.insert(cataloguePublications).values({
    revision,
    at: appContext.clock.now(),
    byId: editor.id,
    byName: editor.name,
    note: typeof note === 'string' ? note : '',
    noteMessage: typeof note === 'string' ? null : note,
    undoes: undoes ?? null,
  });
  const rows = different.map(({ key: { kind, id }, title, before, after: now }) => ({
    revision,
    kind,
    entryId: id,
    title,
    before,
    after: now,
  }));
  for (const some of chunksOf(rows)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await tx.insert(catalogueChanges).values(some);
  }
  await writeEntries(tx, different);
  after.audit(undoes === undefined ? 'catalogue-published' : 'catalogue-undone', {
    subjectId: String(revision),
    subjectMessage: catalogueMessage('catalogue.publication', { revision }),
    detail: describeTitles(different.map(({ title }) => title)),
  });
  after.happened({
    type: 'catalogue.published',
    data: { revision, entries: different.length },
    log: { subject: String(revision) },
  });
  after.hint(() => appContext.takePublication());
  return revision;
}

interface Different {
  readonly key: EntryKey;
  readonly title: string;
  /** Both contain the changed fields only. `before` is null for a new entry. */
  readonly before: EntryFields | null;
  readonly after: EntryFields;
  /** The row has all fields. */
  readonly row: EntryFields;
}

/** Services come last, because they refer to sections and groups. */
async function findDifferent(
  tx: Database,
  changes: PublicationToApply['changes'],
): Promise<readonly Different[]> {
  const different: Different[] = [];
  const ordered = changes.toSorted(
    (one, other) => ENTRY_KINDS.indexOf(one.kind) - ENTRY_KINDS.indexOf(other.kind),
  );
  const known = await readServices(
    tx,
    ordered.flatMap(({ kind, id }) => (kind === 'service' ? [id] : [])),
  );
  for (const { kind, id, fields } of ordered) {
    const published =
      // oxlint-disable-next-line no-await-in-loop -- one connection
      kind === 'service' ? known.get(id) : await readPublished(tx, { kind, id });
    const changed = published ? changedFields(published, fields) : fields;
    if (Object.keys(changed).length === 0) continue;
    const row: EntryFields = { ...published, ...changed, id };
    const names = namesWithCurrency(changed);
    different.push({
      key: { kind, id },
      // The history is read in every language.
      title: speaking(ENGLISH, () => titleOfEntry(kind, row)),
      before: published ? pickBefore(published, names) : null,
      after: pick(row, names),
      row,
    });
  }
  return different;
}

async function writeEntries(tx: Database, different: readonly Different[]): Promise<void> {
  const services: ServiceEntry[] = [];
  for (const { key, row } of different) {
    const { kind, id } = key;
    if (kind === 'service') services.push(row as unknown as ServiceEntry);
    // oxlint-disable-next-line no-await-in-loop -- one connection
    else await writeEntry(tx, { kind, id }, row);
  }
  await writeServices(tx, services);
  if (different.some(({ key }) => key.kind === 'text')) await requireTopic(tx);
}

/** An amount is meaningless without its currency, so undoing a publication needs both. */
function namesWithCurrency(changed: EntryFields): string[] {
  const names = Object.keys(changed);
  const hasAmount = ['amount', 'packages', 'options'].some((name) => names.includes(name));
  return hasAmount && !names.includes('currency') ? [...names, 'currency'] : names;
}

/** A field that was never set is stored as null, so that undoing the publication clears it again. */
function pickBefore(fields: EntryFields, names: readonly string[]): EntryFields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

const NAMED_AT_MOST = 5;

function describeTitles(titles: readonly string[]): StoredMessage {
  return catalogueMessage('catalogue.titles', {
    titles: titles.slice(0, NAMED_AT_MOST).join(', '),
    more: Math.max(0, titles.length - NAMED_AT_MOST),
  });
}

/** One statement with this many rows takes about as long as a few messages and stays within the limit of parameters. */
const AT_ONCE = 50;

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

async function readServices(
  tx: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryFields>> {
  const found = new Map<string, EntryFields>();
  for (const some of chunksOf(ids)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const rows = await tx.select().from(services).where(inArray(services.id, some));
    for (const row of rows) found.set(row.id, { ...row });
  }
  return found;
}

async function writeEntry(
  tx: Database,
  { kind, id }: EntryKey & { readonly kind: Exclude<EntryKind, 'service'> },
  row: EntryFields,
): Promise<void> {
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
      if (!section)
        refuse(
          t(
            "“{title}” can't be published because its section isn't published. Publish the section too. Nothing was published.",
            { title: values.title },
          ),
        );
      await tx
        .insert(catalogueGroups)
        .values(values)
        .onConflictDoUpdate({ target: catalogueGroups.id, set: values });
      return;
    }
    default: {
      kind satisfies 'text';
      const { id: _id, ...fields } = row;
      await tx
        .insert(catalogueTexts)
        .values({ id, fields })
        .onConflictDoUpdate({ target: catalogueTexts.id, set: { fields } });
    }
  }
}

/** A chat begins with a choice of topic, so at least one topic must remain. */
async function requireTopic(tx: Database): Promise<void> {
  const rows = await tx.select().from(catalogueTexts);
  const words = new Content(rows.map(({ id, fields }) => ({ ...fields, id })));
  if (words.topics(SOURCE_LANGUAGE).length > 0) return;
  throw new RefusedError(
    409,
    t('A chat starts with a topic, so at least one topic must remain. Nothing was published.'),
  );
}

const WRITTEN = Object.fromEntries(
  Object.entries(getTableColumns(services)).map(([name, column]) => [
    name,
    sql.raw(`excluded."${column.name}"`),
  ]),
);

async function writeServices(tx: Database, all: readonly ServiceEntry[]): Promise<void> {
  if (all.length === 0) return;
  const groups = await tx
    .select({ id: catalogueGroups.id, section: catalogueGroups.section })
    .from(catalogueGroups);
  const sectionOf = new Map(groups.map(({ id, section }) => [id, section]));
  for (const some of chunksOf(all)) {
    for (const values of some) {
      const wordless = refuseWithoutWords(values);
      if (wordless !== undefined) refuse(wordless);
      if (sectionOf.get(values.area) !== values.section) {
        refuse(
          t(
            "“{title}” can't be published because its group isn't published. Publish the group too. Nothing was published.",
            { title: values.title },
          ),
        );
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await takeAddresses(tx, some);
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await tx
      .insert(services)
      .values(some)
      .onConflictDoUpdate({ target: services.id, set: WRITTEN });
  }
}

/** An address belongs permanently to the first service that had it. */
async function takeAddresses(tx: Database, some: readonly ServiceEntry[]): Promise<void> {
  await tx
    .insert(serviceAddresses)
    .values(some.map(({ section, slug, id }) => ({ section, slug, serviceId: id })))
    .onConflictDoNothing();
  const slugs = some.map(({ slug }) => slug);
  const rows = await tx
    .select()
    .from(serviceAddresses)
    .where(inArray(serviceAddresses.slug, slugs));
  const owners = new Map(rows.map((row) => [`${row.section}/${row.slug}`, row.serviceId]));
  for (const { section, slug, id, title } of some) {
    if (owners.get(`${section}/${slug}`) !== id) {
      refuse(
        t(
          "“{title}” can't be published because another service uses, or once used, the address “{slug}” in this section. Nothing was published.",
          { title, slug },
        ),
      );
    }
  }
}

function refuse(message: string): never {
  throw new RefusedError(409, message);
}
