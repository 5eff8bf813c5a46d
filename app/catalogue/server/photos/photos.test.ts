import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { photoOf } from '../../../../tests/support/media.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { backUpFiles, compareFiles } from '../../../files/server/backup/back-up-files.server.ts';
import { removeDeleted, OrphanPruner } from '../../../files/server/sweep/prune-files.server.ts';
import {
  keepPhoto,
  keepVideo,
  type StoredPhoto,
} from '../../../platform/files/keep-media.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import type { AppContext } from '../../../app-context.ts';
import { saveEntry } from '../../pages/catalogue-save.server.ts';
import { readPreview } from '../lists/read-preview.server.ts';
import { type Editor, discardDraft } from '../drafts/write-draft.server.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { saveDraft } from '../drafts/save-draft.server.ts';
import { writePhoto, writeVideo } from '../../protocol/media-texts.ts';
import { LiveCatalogue } from '../../../shop/live-catalogue.server.ts';
import { publishDrafts } from '../publish/publish-drafts.server.ts';
import { readHistory } from '../publish/read-history.server.ts';
import { undoPublication } from '../publish/undo-publication.server.ts';
import { seedCatalogue } from '../seed-catalogue.server.ts';
import { toCards } from '../../../shop/service.ts';
import { exportCatalogue } from '../transfer/export-catalogue.server.ts';
import { importCatalogue } from '../transfer/import-catalogue.server.ts';
import { cropPhoto } from './crop-photo.server.ts';
import { pruneMedia } from './prune-media.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const store = useDatabase();
const open = testFiles();
let live: LiveCatalogue;
let clock: TestClock;
let appContext: ReturnType<typeof createTestAppContext>;
let ines: Editor;
let id: string;

function createTestAppContext() {
  return {
    ...createChatContext(store.db, clock),
    files: open,
    get catalogue() {
      return live.current;
    },
    takePublication: async () => void (await live.reload(store.db)),
  };
}

beforeEach(async () => {
  live = new LiveCatalogue();
  clock = new TestClock();
  await seedCatalogue(store.db);
  await live.reload(store.db);
  appContext = createTestAppContext();
  const member = await hire(store.db, 'ines');
  ines = { id: member.id, name: member.fullName, trace: tracedBy(member) };
  id = books().id;
});

const books = () => {
  const found = live.current.findService('graphics', 'book-design');
  if (!found) throw new Error('There is no book design');
  return found;
};

async function brought(bytes: Uint8Array): Promise<string> {
  const source = join(open.workFolder, randomUUID());
  await writeFile(source, bytes);
  return source;
}

async function photo(background = '#2540e0'): Promise<StoredPhoto> {
  const source = await brought(await photoOf(120, 90, background));
  return keepPhoto(appContext, { purpose: 'catalogue', name: 'sail.jpg', source });
}

async function video() {
  // This header identifies a file as MP4.
  const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
  const source = await brought(Buffer.concat([head, Buffer.alloc(200)]));
  return keepVideo(appContext, { purpose: 'catalogue', name: 'reel.mp4', source });
}

const textsOf = (...photos: readonly { readonly of: StoredPhoto; readonly alt?: string }[]) =>
  Object.fromEntries(
    photos.flatMap(({ of, alt = 'A sail' }, index) => [
      [`photo.${index}`, writePhoto(of)],
      [`photo.${index}.alt`, alt],
    ]),
  );

/** Every photo field is empty, because the form sends all of them. */
const NONE = Object.fromEntries(
  Array.from({ length: 11 }, (_, index) => [
    [`photo.${index}`, ''],
    [`photo.${index}.alt`, ''],
  ]).flat(),
);

function createDraft(typed: Record<string, string>) {
  return saveDraft(appContext, ines, { kind: 'service', id, typed, isWhole: false, shown: {} });
}

async function publish(): Promise<number> {
  const drafts = await readDrafts(store.db);
  return (await publishDrafts(appContext, ines, { drafts, note: '' })).revision;
}

const saved = async () => (await store.db.select().from(publicMedia)).map((row) => row.id);

describe('photos of a service', () => {
  test('are part of its draft, its preview and its publication, and of undoing that', async () => {
    const [one, other] = [await photo(), await photo('#e0a225')];
    await createDraft(textsOf({ of: one, alt: 'A blue sail' }, { of: other, alt: 'A yellow one' }));
    expect(books().photos).toEqual([]);
    expect((await readPreview(appContext, id))?.photos).toMatchObject([
      { id: one.id },
      { id: other.id },
    ]);

    const revision = await publish();
    expect(books().photos).toEqual([
      { ...one, alt: 'A blue sail' },
      { ...other, alt: 'A yellow one' },
    ]);
    expect(toCards([books()], new Map())).toMatchObject([
      { photo: { id: one.id, width: one.width } },
    ]);
    expect(live.current.searchIndex.find(({ path }) => path === books().path)?.picture).toBe(
      `/photos/${one.id}/120.jpg`,
    );
    const { publications } = await readHistory(store.db, 1);
    expect(publications[0]?.changes[0]?.fields).toEqual([
      {
        label: 'Photos',
        before: '–',
        after: '1. A blue sail (120 × 90), 2. A yellow one (120 × 90)',
      },
    ]);

    await createDraft(textsOf({ of: other, alt: 'A yellow one' }, { of: one, alt: 'A blue sail' }));
    await publish();
    expect(books().photos.map((each) => each.id)).toEqual([other.id, one.id]);
    expect(await refusalOf(undoPublication(appContext, ines, revision))).toMatchObject({
      status: 409,
    });
    await undoPublication(appContext, ines, revision + 1);
    await undoPublication(appContext, ines, revision + 2);
    expect(books().photos.map((each) => each.id)).toEqual([other.id, one.id]);
    await createDraft(NONE);
    await publish();
    expect(books().photos).toEqual([]);
    expect(toCards([books()], new Map())[0]).not.toHaveProperty('photo');
  });

  test('are drafted without an alternative text, and not published without one', async () => {
    await createDraft(textsOf({ of: await photo() }, { of: await photo(), alt: '' }));
    expect(await refusalOf(publish())).toMatchObject({
      status: 409,
      message:
        "“Book Design” can't be published because photo 2 has no alternative text. Add one or remove the photo. Nothing was published.",
    });
    expect(books().photos).toEqual([]);
  });

  test('without an alternative text are named at their fields by the form that publishes', async () => {
    const texts = textsOf({ of: await photo() }, { of: await photo(), alt: ' ' });
    const form = { intent: 'save', kind: 'service', entry: id, isWhole: 'yes', shown: '' } as const;
    const save = (next: 'stay' | 'publish') =>
      saveEntry(appContext as unknown as AppContext, ines, { ...form, next, ...texts });
    expect(await save('publish')).toMatchObject({
      status: 400,
      typed: texts,
      faults: {
        'photo.1.alt': 'Add an alternative text before you publish, or remove the photo.',
      },
    });
    expect(await readDrafts(store.db)).toEqual([]);
  });

  test.each([
    [
      'that nobody added',
      () => ({ 'photo.0': `${randomUUID()} 120x90` }),
      'photos',
      'no longer exists',
    ],
    [
      'of another size',
      async () => ({ 'photo.0': writePhoto({ ...(await photo()), width: 5 }) }),
      'photos',
      'no longer exists',
    ],
    [
      'that is a video',
      async () => ({ 'photo.0': `${(await video()).id} 120x90` }),
      'photos',
      'no longer exists',
    ],
    ['that cannot be read', () => ({ 'photo.0': '../etc/passwd' }), 'photos', "can't be read"],
    [
      'with too long a text',
      async () => textsOf({ of: await photo(), alt: 'x'.repeat(201) }),
      'photo.0.alt',
      'at most 200',
    ],
    [
      'beside ten others',
      async () =>
        textsOf(
          ...(await Promise.all(Array.from({ length: 11 }, () => photo()))).map((of) => ({ of })),
        ),
      'photos',
      'up to 10 photos',
    ],
  ] as const)('%s change nothing, and are told at their field', async (_, make, field, says) => {
    expect(await createDraft(await make())).toMatchObject({
      kind: 'refused',
      faults: { [field]: expect.stringContaining(says) as string },
    });
    expect(await readDrafts(store.db)).toEqual([]);
  });

  test('stay as they are through an export and an import, which know nothing of them', async () => {
    const one = await photo();
    await createDraft(textsOf({ of: one }));
    const revision = await publish();
    const file = await exportCatalogue(appContext, ines.trace, 'csv');
    expect(file).not.toContain(one.id);
    const text = file.replace(',1750,USD', ',1999,USD');
    await importCatalogue(appContext, ines, { text, revision, note: '' });
    expect(books()).toMatchObject({ price: { amount: 199_900 }, photos: [{ id: one.id }] });
  });
});

describe('sample videos of a service', () => {
  test('are published with their stills and the words for them, and not without', async () => {
    const [film, poster] = [await video(), await photo()];
    const texts = { 'video.0': writeVideo({ ...film, poster }), 'video.0.title': '' };
    await createDraft(texts);
    expect((await refusalOf(publish())).message).toContain('sample video 1 has no description');
    await createDraft({ ...texts, 'video.0.title': 'A reel' });
    await publish();
    expect(books().videos).toEqual([{ ...film, poster, title: 'A reel' }]);
    clock.advance(2 * DAY_MS);
    expect(await pruneMedia(appContext)).toBe(0);
  });
});

describe('the bytes', () => {
  test('are kept while a draft, a service or a publication needs them, the whole of a part too', async () => {
    const [published, whole, drafted, unused] = await Promise.all(
      ['#111', '#222', '#333', '#444'].map((colour) => photo(colour)),
    );
    if (!published || !whole || !drafted || !unused) throw new Error('There are four');
    const part = await cropPhoto(appContext, whole.id, { left: 0, top: 0, width: 40, height: 30 });
    await createDraft(textsOf({ of: published }, { of: part }));
    await publish();
    await createDraft({ ...NONE, ...textsOf({ of: drafted }) });
    expect(await pruneMedia(appContext)).toBe(0);
    clock.advance(DAY_MS + 1);
    const fresh = await photo('#555');
    expect(await pruneMedia(appContext)).toBe(1);
    const needed = [published.id, whole.id, part.id, drafted.id, fresh.id];
    expect((await saved()).toSorted()).toEqual(needed.toSorted());

    await removeDeleted(appContext);
    expect(await open.store.open(unused.id, 'original')).toBeUndefined();
    expect(await open.store.sizeOf(published.id, 'w120-avif')).toBeGreaterThan(0);

    const [waiting] = await readDrafts(store.db);
    await discardDraft(appContext, ines, { kind: 'service', id, version: waiting?.version ?? 0 });
    await createDraft(NONE);
    await publish();
    // The photos of a publication are kept, because the publication may be undone.
    expect(await pruneMedia(appContext)).toBe(1);
    expect(await saved()).not.toContain(drafted.id);
    expect(await saved()).toContain(published.id);
  });

  test('of what is kept are no orphans, are in a backup and are counted', async () => {
    const one = await photo();
    const prune = new OrphanPruner(appContext);
    await prune.prune();
    clock.advance(2 * DAY_MS);
    await prune.prune();
    expect(await open.store.sizeOf(one.id, 'original')).toBeGreaterThan(0);
    const names: string[] = [];
    for await (const { name } of backUpFiles(open.store).entries()) names.push(name);
    expect(names).toContain(`${one.id}/w120-avif`);
    expect(names).toContain(`${one.id}/original`);
    const query = async <R>(text: string) => (await store.pool.query(text)).rows as R[];
    expect(await compareFiles(open.store, query)).toEqual({ named: 1, missing: 0 });
  });

  test('of a photo that was swept under a form are asked for again', async () => {
    const one = await photo();
    clock.advance(DAY_MS + 1);
    await pruneMedia(appContext);
    expect(await createDraft(textsOf({ of: one }))).toMatchObject({
      kind: 'refused',
      faults: { photos: 'Photo 1 no longer exists. Remove it and add it again.' },
    });
  });
});
