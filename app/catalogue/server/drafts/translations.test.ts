import { sql } from 'drizzle-orm';
import { useCatalogueDesk } from '../../../../tests/support/catalogue-desk.ts';
import { nameText, translationOf } from '../../protocol/translations.ts';
import { publishDrafts } from '../publish/publish-drafts.server.ts';
import { matchServices } from '../../../shop/search/search.ts';
import { readDrafts } from './read-drafts.server.ts';
import { saveDraft } from './save-draft.server.ts';
import { saveTranslation, translationRows } from './save-translation.server.ts';
import { describe, expect, test } from 'vitest';

// One description has no translation.
const desk = useCatalogueDesk((db) =>
  db.execute(sql`update services
    set translations = translations #- '{es,texts,description}' #- '{es,of,description}'
    where slug = 'cover-letters'`),
);
const { store } = desk;

const letters = () => {
  const found = desk.live.current.findService('writing', 'cover-letters');
  if (!found) throw new Error('There is no such service');
  return found;
};

async function publishAll(): Promise<void> {
  const drafts = (await readDrafts(store.db)).map(({ kind, id, version }) => ({
    kind,
    id,
    version,
  }));
  await publishDrafts(desk.appContext, desk.ines, { drafts, note: '' });
}

const translate = (text: string, was = '', source = letters().description) =>
  saveTranslation(desk.appContext, desk.ines, {
    kind: 'service',
    id: letters().id,
    language: 'es',
    texts: new Map([['description', { text, was, of: nameText(source), isStillRight: false }]]),
  });

const rowOfDescription = () => {
  const catalogueEntry = desk.live.current.content.services.find(({ id }) => id === letters().id);
  return translationRows('service', { ...catalogueEntry }, 'es').find(
    ({ name }) => name === 'description',
  );
};

describe('a translated catalogue', () => {
  test('shows the translation, and what has none as it was written', async () => {
    const spanish = desk.live.current.in('es').findService('writing', 'cover-letters');
    expect(spanish?.title).toBe('Cartas de presentación');
    expect(spanish?.path).toBe(letters().path);
    expect(spanish?.description).toBe(letters().description);
    expect(spanish?.fallbacks).toEqual({ description: 'en' });
    expect(desk.live.current.in('en')).toBe(desk.live.current);
  });

  test('is found in its language and in the one it was written in', () => {
    const { searchIndex } = desk.live.current.in('es');
    for (const text of ['cartas de presentación', 'cover letters']) {
      expect(matchServices(searchIndex, text)[0]?.path).toBe(letters().path);
    }
  });

  test('has a translation once that is published, with a mark when its source changes', async () => {
    await translate('Escribimos tus cartas.');
    expect(desk.live.current.in('es').findService('writing', 'cover-letters')?.fallbacks).toEqual({
      description: 'en',
    });
    await publishAll();
    const translated = desk.live.current.in('es').findService('writing', 'cover-letters');
    expect(translated?.description).toBe('Escribimos tus cartas.');
    expect(translated?.fallbacks).toBeUndefined();
    expect(rowOfDescription()).toMatchObject({ isOlder: false });

    const typed = { description: 'We write your letters.' };
    await saveDraft(desk.appContext, desk.ines, {
      kind: 'service',
      id: letters().id,
      typed,
      isWhole: false,
      shown: {},
    });
    await publishAll();
    expect(rowOfDescription()).toMatchObject({ isOlder: true, text: 'Escribimos tus cartas.' });
  });

  test('keeps what somebody else translated meanwhile, until who was told insists', async () => {
    const rowOfDraft = async () => {
      const [catalogueDraft] = await readDrafts(store.db);
      return translationOf({ ...catalogueDraft?.fields }, 'es').texts.description;
    };
    await translate('Escribimos tus cartas.');
    expect(await translate('Redactamos tus cartas.')).toMatchObject({
      kind: 'overtaken',
      faults: { description: expect.stringContaining('Escribimos tus cartas.') },
    });
    expect(await rowOfDraft()).toBe('Escribimos tus cartas.');
    // A second attempt overwrites.
    const insisted = await translate('Redactamos tus cartas.', 'Escribimos tus cartas.');
    expect(insisted).toEqual({ kind: 'saved' });
    expect(await rowOfDraft()).toBe('Redactamos tus cartas.');
  });
});
