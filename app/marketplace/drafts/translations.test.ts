import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hire, hostOf, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { refusalOf, tracedBy } from '../../../tests/support/team.ts';
import type { ChangeHost } from '../../platform/change/change.server.ts';
import { LiveCatalogue } from '../live-catalogue.server.ts';
import { publishDrafts } from '../publish/publish-drafts.server.ts';
import type { PublicationHost } from '../publish/publication-host.ts';
import { matchServices } from '../search.ts';
import { seedCatalogue } from '../seed-catalogue.server.ts';
import type { Editor } from './editor.ts';
import { readDrafts } from './read-drafts.server.ts';
import { saveDraft } from './save-draft.server.ts';
import { saveTranslation, translationRows } from './save-translation.server.ts';
import { nameText } from '../entries/translations.ts';

const store = useDatabase();
let live: LiveCatalogue;
let host: PublicationHost & ChangeHost;
let ines: Editor;

beforeEach(async () => {
  live = new LiveCatalogue();
  await seedCatalogue(store.db);
  // One description that nobody has translated yet.
  await store.db.execute(sql`update services
    set translations = translations #- '{es,texts,description}' #- '{es,of,description}'
    where slug = 'cover-letters'`);
  await live.reload(store.db);
  host = {
    ...hostOf(store.db, new TestClock()),
    get catalogue() {
      return live.current;
    },
    takePublication: async () => void (await live.reload(store.db)),
  };
  const member = await hire(store.db, 'ines');
  ines = { id: member.id, name: member.fullName, trace: tracedBy(member) };
});

const letters = () => {
  const found = live.current.findService('writing', 'cover-letters');
  if (!found) throw new Error('There is no such service');
  return found;
};

async function publishAll(): Promise<void> {
  const drafts = (await readDrafts(store.db)).map(({ kind, id, version }) => ({
    kind,
    id,
    version,
  }));
  await publishDrafts(host, ines, { drafts, note: '' });
}

const translate = (text: string, was = '', source = letters().description) =>
  saveTranslation(host, ines, {
    kind: 'service',
    id: letters().id,
    language: 'es',
    texts: new Map([['description', { text, was, of: nameText(source), isStillRight: false }]]),
  });

const rowOfDescription = () => {
  const entry = live.current.content.services.find(({ id }) => id === letters().id);
  return translationRows('service', { ...entry }, 'es').find(({ name }) => name === 'description');
};

describe('a translated catalogue', () => {
  test('shows the translation, and what has none as it was written', async () => {
    const spanish = live.current.in('es').findService('writing', 'cover-letters');
    expect(spanish?.title).toBe('Cartas de presentación');
    expect(spanish?.path).toBe(letters().path);
    expect(spanish?.description).toBe(letters().description);
    expect(spanish?.inSource).toEqual(['description']);
    expect(live.current.in('en')).toBe(live.current);
  });

  test('is found in its language and in the one it was written in', () => {
    const { searchIndex } = live.current.in('es');
    for (const text of ['cartas de presentación', 'cover letters']) {
      expect(matchServices(searchIndex, text)[0]?.path).toBe(letters().path);
    }
  });

  test('has a translation once that is published, with a mark when its source changes', async () => {
    await translate('Escribimos tus cartas.');
    expect(live.current.in('es').findService('writing', 'cover-letters')?.inSource).toEqual([
      'description',
    ]);
    await publishAll();
    const translated = live.current.in('es').findService('writing', 'cover-letters');
    expect(translated).toMatchObject({ description: 'Escribimos tus cartas.', inSource: [] });
    expect(rowOfDescription()).toMatchObject({ isOlder: false });

    const typed = { description: 'We write your letters.' };
    await saveDraft(host, ines, {
      kind: 'service',
      id: letters().id,
      typed,
      isWhole: false,
      shown: {},
    });
    await publishAll();
    expect(rowOfDescription()).toMatchObject({ isOlder: true, text: 'Escribimos tus cartas.' });
  });

  test('keeps what somebody else translated meanwhile', async () => {
    await translate('Escribimos tus cartas.');
    const refused = await refusalOf(translate('Redactamos tus cartas.'));
    expect(refused).toMatchObject({ status: 409, field: 'description' });
  });
});
