import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChatContext, TestClock } from '../../../../tests/support/database.ts';
import { photoOf } from '../../../../tests/support/media.ts';
import { logoPath, photoPath, readMediaAddress } from '../../../catalogue/protocol/photo.ts';
import { serveMedia } from '../../../catalogue/server/photos/serve-media.server.ts';
import { makeBackup } from '../../../platform/backup/make-backup.server.ts';
import { restoreBackup } from '../../../platform/backup/restore-backup.server.ts';
import { saveBackup } from '../../../platform/backup/save-backup.server.ts';
import { openEmbedded } from '../../../platform/db/embedded.server.ts';
import { migrateDatabase } from '../../../platform/db/migrate.server.ts';
import { keepLogo, keepPhoto, keepVideo } from '../../../platform/files/keep-media.server.ts';
import { LOGO_FORM_NAMES, widthsOf } from '../../../platform/files/pictures/photo-forms.ts';
import { openPictures } from '../../../platform/files/pictures/pictures.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { openStore } from '../open-files.server.ts';
import { backUpFiles, compareFiles, restoreFiles } from './back-up-files.server.ts';

const storeOf = async (place: string) => (await openStore(readSettings({ DATA_DIR: place }))).store;

test('photos, videos and a logo are saved, and served byte for byte after everything was lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-photo-backup-'));
  const data = join(folder, 'data');
  const pictures = openPictures(384);
  onTestFinished(async () => {
    await pictures.close();
    await rm(folder, { recursive: true, force: true });
  });
  const database = await openEmbedded(data);
  await migrateDatabase(database.pool);
  const files = { store: await storeOf(data), pictures, scan: undefined, workFolder: folder };
  const appContext = { ...createChatContext(database.db, new TestClock()), files };
  const source = join(folder, 'brought');
  await writeFile(source, await photoOf(900, 600));
  const file = { purpose: 'catalogue', name: 'harbour.jpg', source } as const;
  const photo = await keepPhoto(appContext, file);
  const logo = await keepLogo(appContext, file);
  await writeFile(source, Buffer.concat([MP4, Buffer.alloc(300_000, 7)]));
  const video = await keepVideo(appContext, file);
  const addresses = [
    ...widthsOf(photo.width).flatMap((width) =>
      (['avif', 'webp', 'jpg'] as const).map((format) => photoPath(photo.id, width, format)),
    ),
    ...LOGO_FORM_NAMES.map((form) => logoPath(logo, form)),
    `/photos/${photo.id}/preview.jpg`,
    `/photos/${logo.id}/preview.jpg`,
    `/videos/${video.id}.mp4`,
  ];
  const before = await served(data, addresses);
  expect(before.every(({ status }) => status === 200)).toBe(true);

  const archive = makeBackup(database.pool, data, backUpFiles(files.store));
  await saveBackup(archive, join(folder, 'backup.tar.gz'));
  await database.close();
  await rm(data, { recursive: true });
  expect((await served(data, addresses)).every(({ status }) => status === 404)).toBe(true);
  await rm(data, { recursive: true, force: true });

  await restoreBackup(join(folder, 'backup.tar.gz'), data, restoreFiles(await storeOf(data)));
  expect(await served(data, addresses)).toEqual(before);
  const restored = await openEmbedded(data);
  const query = async <R>(text: string) => (await restored.pool.query(text)).rows as R[];
  expect(await compareFiles(await storeOf(data), query)).toEqual({ named: 3, missing: 0 });
  await restored.close();
}, 180_000);

const MP4 = Buffer.from('0000001c667479706d703432000000006d70343269736f6d0000000866726565', 'hex');

async function served(place: string, addresses: readonly string[]) {
  const store = await storeOf(place);
  const server = createServer((request, response) => {
    const address = readMediaAddress(request.url ?? '');
    if (address) void serveMedia(store, address, request, response);
    else response.writeHead(400).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const answers = [];
  for (const address of addresses) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as one server answers them
    const response = await fetch(`http://127.0.0.1:${port}${address}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    answers.push({
      address,
      status: response.status,
      type: response.headers.get('Content-Type'),
      length: bytes.byteLength,
      hash: createHash('sha256').update(bytes).digest('hex'),
    });
  }
  await new Promise((resolve) => server.close(resolve));
  return answers;
}
