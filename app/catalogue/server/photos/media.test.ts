import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../../../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../../../../tests/support/live-server.ts';
import { pngDeclaring } from '../../../../tests/support/bombs.ts';
import { addMedia, photoOf, type MediaAs } from '../../../../tests/support/media.ts';
import { cookieOf, employ, teamServices } from '../../../../tests/support/team.ts';
import type { StoredPhoto } from '../../../platform/files/keep-media.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import { photoPath, photoPreviewPath, photoSources, videoPath } from '../../protocol/photo.ts';

const store = useEmbeddedDatabase();
let server: LiveServer;
let ines: MediaAs;
let maya: MediaAs;

beforeEach(async () => {
  const services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  for (const name of ['ines', 'maya'] as const) await employ(store.db, services, name);
  ines = { server, cookie: await cookieOf(store.db, services, 'ines') };
  maya = { server, cookie: await cookieOf(store.db, services, 'maya') };
});
afterEach(() => server.close());

const text = (words: string) => new TextEncoder().encode(words);
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { message: string } }).error.message;

async function added(bytes?: Uint8Array<ArrayBuffer>): Promise<StoredPhoto> {
  const answer = await addMedia(ines, { name: 'sail.jpg', bytes: bytes ?? (await photoOf()) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as StoredPhoto;
}

function crop(as: MediaAs, id: string, part: object): Promise<Response> {
  return server.ask(`/team/catalogue/media/${id}`, {
    method: 'POST',
    cookie: as.cookie,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(part),
  });
}

async function clip(): Promise<Uint8Array<ArrayBuffer>> {
  const path = new URL('../../../../public/clips/logo-animation-1.webm', import.meta.url);
  return new Uint8Array(await readFile(fileURLToPath(path)));
}

describe('a photo', () => {
  test('stands upright in every size and format, without what the camera wrote, for anybody and for ever', async () => {
    const photo = await added();
    expect(photo).toMatchObject({ width: 1200, height: 800 });
    const paths = photoSources(photo).flatMap(({ srcSet }) =>
      srcSet.split(', ').map((each) => each.split(' ')[0] ?? ''),
    );
    expect(paths).toHaveLength(8);
    for (const path of [...paths, photoPath(photo.id, 640, 'jpg')]) {
      const answer = await server.ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const [, width = '', format = ''] = /(\d+)\.(\w+)$/.exec(path) ?? [];
      const type = format === 'jpg' ? 'image/jpeg' : `image/${format}`;
      expect(answer.headers.get('Content-Type')).toBe(type);
      const shown = await sharp(await answer.arrayBuffer()).metadata();
      expect([shown.width, shown.exif, shown.orientation]).toEqual([
        Number(width),
        undefined,
        undefined,
      ]);
    }
    const preview = await server.ask(photoPreviewPath(photo));
    expect(await sharp(await preview.arrayBuffer()).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
  });

  test('that a browser has is not sent again, and of what is not there nothing is kept', async () => {
    const { id } = await added();
    const path = photoPath(id, 320, 'avif');
    const etag = (await server.ask(path)).headers.get('ETag') ?? '';
    const again = await server.ask(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const gone of [
      photoPath(id, 321, 'avif'),
      photoPath(crypto.randomUUID(), 320, 'jpg'),
      `/photos/${id}/original.jpg`,
      `/videos/${id}.mp4`,
    ]) {
      const answer = await server.ask(gone);
      expect([gone, answer.status]).toEqual([gone, 404]);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('is cropped as often as one likes, from the whole of it, and the same part is the same photo', async () => {
    const whole = await added();
    const part = { left: 100, top: 50, width: 400, height: 300 };
    const answer = await crop(ines, whole.id, part);
    const cropped = (await answer.json()) as StoredPhoto;
    expect(cropped).toMatchObject({ width: 400, height: 300 });
    expect(await (await crop(ines, cropped.id, part)).json()).toEqual(cropped);
    const origin = await server.ask(`/team/catalogue/media/${cropped.id}`, ines);
    expect(await origin.json()).toEqual({ whole, crop: part });
    const all = { left: 0, top: 0, width: 1200, height: 800 };
    expect(await (await crop(ines, cropped.id, all)).json()).toEqual(whole);
    const outside = await crop(ines, whole.id, { ...part, left: 801 });
    expect([outside.status, await errorOf(outside)]).toEqual([
      400,
      'This selection is outside the photo. Select again.',
    ]);
    expect((await crop(ines, crypto.randomUUID(), part)).status).toBe(404);
    expect(await store.db.select().from(publicMedia)).toHaveLength(2);
  });
});

describe('what is no photo is refused by name, and nothing of it is kept:', () => {
  const png = async (width: number, height: number, alpha = 1) => {
    const background = { r: 255, g: 255, b: 255, alpha };
    const picture = sharp({
      create: { width, height, channels: alpha === 1 ? 3 : 4, background },
    });
    return new Uint8Array(await picture.png({ compressionLevel: 9 }).toBuffer());
  };
  test.each([
    ['a script', () => text('<script>alert(1)</script>'), 422, "isn't a JPEG, PNG, WebP or AVIF"],
    ['an SVG', () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, "isn't a JPEG"],
    ['nothing at all', () => text(''), 400, 'is empty'],
    [
      'half a photo',
      async () => (await photoOf()).slice(0, 900),
      422,
      "couldn't be read as a picture",
    ],
    ['a bomb', () => pngDeclaring(20_000, 20_000), 422, 'more than 64 million pixels'],
    ['a video', clip, 422, "isn't a JPEG"],
    ['a single pixel', () => png(1, 1), 422, 'smaller than 16 by 16 pixels'],
    ['a line', () => png(400, 3), 422, 'smaller than 16 by 16 pixels'],
    ['nothing to see', () => png(64, 64, 0), 422, 'completely transparent'],
  ] as const)('%s', async (_, make, status, says) => {
    const answer = await addMedia(ines, { name: 'harbour.jpg', bytes: await make() });
    expect(answer.status).toBe(status);
    const message = await errorOf(answer);
    expect(message).toContain('“harbour.jpg”');
    expect(message).toContain(says);
    expect(await store.db.select().from(publicMedia)).toEqual([]);
  });

  test('sixteen megabytes, before any of it comes', async () => {
    const bytes = new Uint8Array(randomBytes(100));
    const declared = 16 * 1024 * 1024;
    const answer = await addMedia(ines, { name: 'large.jpg', bytes, declared });
    expect([answer.status, await errorOf(answer)]).toEqual([
      413,
      '“large.jpg” is too large. A photo can be up to 15 MB.',
    ]);
  });

  test('nothing that arrived', async () => {
    const answer = await server.ask('/team/catalogue/media', {
      method: 'POST',
      cookie: ines.cookie,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'photo', id: crypto.randomUUID(), name: 'a.jpg' }),
    });
    expect([answer.status, await errorOf(answer)]).toEqual([
      404,
      "“a.jpg” didn't arrive. Add it again.",
    ]);
  });
});

describe('a sample video', () => {
  test('is what its bytes say, and is sent in the parts that a player asks for', async () => {
    const bytes = await clip();
    const answer = await addMedia(ines, { kind: 'video', name: 'reel.mp4', bytes });
    const video = (await answer.json()) as { id: string; format: 'mp4' | 'webm' };
    expect(video.format).toBe('webm');
    const path = videoPath(video);
    const part = await server.ask(path, { headers: { Range: 'bytes=10-19' } });
    expect([
      part.status,
      part.headers.get('Content-Range'),
      part.headers.get('Content-Type'),
    ]).toEqual([206, `bytes 10-19/${bytes.byteLength}`, 'video/webm']);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));
    const end = await server.ask(path, { headers: { Range: 'bytes=-5' } });
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.slice(-5));
    const beyond = await server.ask(path, { headers: { Range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
    const whole = await server.ask(path);
    expect((await whole.arrayBuffer()).byteLength).toBe(bytes.byteLength);
    const head = await server.ask(path, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength));
    expect((await server.ask(path.replace('webm', 'mp4'))).status).toBe(404);
  });

  test('that is none, or larger than 20 MB, is refused by name', async () => {
    const picture = await addMedia(ines, {
      kind: 'video',
      name: 'reel.mp4',
      bytes: await photoOf(40, 30),
    });
    expect([picture.status, await errorOf(picture)]).toEqual([
      422,
      "“reel.mp4” wasn't added. It isn't an MP4 or WebM video.",
    ]);
    const declared = 21 * 1024 * 1024;
    const large = await addMedia(ines, {
      kind: 'video',
      name: 'a.mp4',
      bytes: text('x'),
      declared,
    });
    expect(await errorOf(large)).toContain('A sample video can be up to 20 MB.');
  });
});

describe('who may not change the catalogue', () => {
  test.each([
    ['an agent', () => maya, 403],
    ['a stranger', () => ({ server, cookie: '' }), 401],
  ] as const)('adds and crops nothing: %s', async (_, who, status) => {
    const bytes = await photoOf(40, 30);
    expect((await addMedia(who(), { name: 'a.jpg', bytes })).status).toBe(status);
    const { id } = await added(bytes);
    const part = { left: 0, top: 0, width: 8, height: 6 };
    expect((await crop(who(), id, part)).status).toBe(status);
    expect((await server.ask(`/team/catalogue/media/${id}`, who())).status).toBe(status);
    expect(await store.db.select().from(publicMedia)).toHaveLength(1);
  });

  test('is also a foreign page in the browser of somebody who may', async () => {
    const foreign: MediaAs['server'] = {
      ask(path, { headers, ...init } = {}) {
        const all = new Headers(headers);
        all.set('Origin', 'https://evil.example');
        return server.ask(path, { ...init, headers: all });
      },
    };
    const as = { server: foreign, cookie: ines.cookie };
    expect((await addMedia(as, { name: 'a.jpg', bytes: await photoOf(40, 30) })).status).toBe(403);
  });
});
