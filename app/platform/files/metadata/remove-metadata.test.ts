import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { tiff } from '../../../../tests/support/bombs.ts';
import { findType } from '../find-type.server.ts';
import { removeMetadata } from './remove-metadata.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'embarka-metadata-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLACE = '+52.5167+013.3833/';
const PIXELS = Buffer.from('the pictures of the film themselves');

const path = join(folder, 'file');
async function cleaned(bytes: Uint8Array, type?: string) {
  writeFileSync(path, bytes);
  const refused = await removeMetadata(path, type ?? (await findType(path)), (work) => work());
  return { refused, bytes: readFileSync(path) };
}

const be32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const le32 = (value: number) => be32(value).swap32();
const name = (text: string) => Buffer.from(text, 'latin1');

const box = (type: string, ...parts: readonly Uint8Array[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([be32(content.length + 8), name(type), content]);
};
const largeBox = (type: string, content: Uint8Array) =>
  Buffer.concat([be32(1), name(type), be32(0), be32(content.length + 16), content]);

const table = (type: string, ...values: readonly number[]) =>
  box(type, be32(0), ...values.map(be32));
const track = (handler: string, ...tables: readonly Buffer[]) =>
  box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('udta', box('name', name(PLACE))),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box('hdlr', Buffer.alloc(8), name(handler), Buffer.alloc(12)),
      box('minf', box('stbl', ...tables)),
    ),
  );

const within = (bytes: Buffer, type: string) => bytes.indexOf(name(type)) + 4;

describe('of a video for telephones', () => {
  const FTYP = { mov: 'qt  ', mp4: 'isom', m4v: 'M4V ', '3gp': '3gp5', '3g2': '3g2a', m4a: 'M4A ' };

  test.each(Object.entries(FTYP))('%s the place goes, and nothing moves', async (_, brand) => {
    const meta = box(
      'meta',
      box('keys', name('com.apple.quicktime.location.ISO6709')),
      name(PLACE),
    );
    const moov = box(
      'moov',
      box('mvhd', Buffer.alloc(100, 3)),
      track('vide', table('stco', 1, 40)),
      box('udta', box('©xyz', be32(18), name(PLACE)), box('loci', name(PLACE))),
      meta,
    );
    const film = Buffer.concat([
      box('ftyp', name(brand), be32(0), name(brand)),
      box('free', name(`GPS ${PLACE}`)),
      moov,
      box('uuid', Buffer.alloc(16, 9), name(`<x:xmpmeta>${PLACE}`)),
      largeBox('mdat', PIXELS),
      box('Xtra', name(PLACE)),
    ]);
    const { refused, bytes } = await cleaned(film);
    expect(refused).toBeUndefined();
    expect(bytes.length).toBe(film.length);
    for (const told of [PLACE, 'xmpmeta', 'ISO6709', '©xyz', 'loci']) {
      expect([told, bytes.includes(name(told))]).toEqual([told, false]);
    }
    for (const type of ['ftyp', 'moov', 'mvhd', 'trak', 'stco', 'mdat']) {
      expect([type, bytes.indexOf(name(type))]).toEqual([type, film.indexOf(name(type))]);
    }
    expect(bytes.indexOf(PIXELS)).toBe(film.indexOf(PIXELS));
    expect((await cleaned(bytes)).bytes.equals(bytes)).toBe(true);
  });

  const filmWith = (handler: string, says: string) => {
    const start = box('ftyp', name('isom'), be32(0));
    const samples = Buffer.concat([PIXELS, name(says), PIXELS]);
    const at = start.length + 8 + PIXELS.length;
    const half = Math.floor(says.length / 2);
    const tables = [
      table('stco', 2, at, at + half),
      table('stsc', 1, 1, 1, 1),
      table('stsz', 0, 2, half, says.length - half),
    ];
    const moov = box('moov', box('mvhd', Buffer.alloc(100)), track(handler, ...tables));
    return Buffer.concat([start, box('mdat', samples), moov]);
  };

  test.each([
    ['meta', `GPMF ${PLACE}`],
    ['sbtl', 'GPS (13.3833, 52.5167, 30)'],
    ['text', 'latitude: 52.5167 longitude: 13.3833'],
  ])('a track of %s goes with its samples', async (handler, says) => {
    const film = filmWith(handler, says);
    const { refused, bytes } = await cleaned(film);
    expect(refused).toBeUndefined();
    expect(bytes.includes(name('52.5167'))).toBe(false);
    expect(bytes.indexOf(PIXELS)).toBe(film.indexOf(PIXELS));
    expect(bytes.lastIndexOf(PIXELS)).toBe(film.lastIndexOf(PIXELS));
  });

  test('subtitles that people wrote stay', async () => {
    const film = filmWith('sbtl', 'Good morning, Elena.');
    expect((await cleaned(film)).bytes.includes(name('Good morning, Elena.'))).toBe(true);
  });

  test('what a camera wrote behind the last box goes, and a recording that broke off is kept', async () => {
    const start = box('ftyp', name('isom'), be32(0));
    const moov = box('moov', box('mvhd', Buffer.alloc(100)));
    const trailer = Buffer.concat([be32(7), Buffer.from([0, 1, 2, 3]), name(PLACE)]);
    const behind = await cleaned(Buffer.concat([start, moov, box('mdat', PIXELS), trailer]));
    expect([behind.refused, behind.bytes.includes(name(PLACE))]).toEqual([undefined, false]);
    const cut = Buffer.concat([start, moov, be32(9_000_000), name('mdat'), PIXELS]);
    const broken = await cleaned(cut);
    expect([broken.refused, broken.bytes.equals(cut)]).toEqual([undefined, true]);
  });

  test.each([
    ['packed', box('moov', box('cmov', Buffer.alloc(40)))],
    ['of metadata in fragments', box('moov', box('mvex'), track('meta', table('stco', 0)))],
    [
      'that names the same bytes a thousand times',
      box(
        'moov',
        track(
          'meta',
          table('stco', 1000, ...Array.from({ length: 1000 }, () => 8)),
          table('stsc', 1, 1, 1, 1),
          table('stsz', 4000, 1000),
        ),
      ),
    ],
    ['of boxes without end', box('moov', ...Array.from({ length: 30_000 }, () => box('free')))],
  ])('one %s is refused', async (_, moov) => {
    const film = Buffer.concat([box('ftyp', name('isom'), be32(0)), moov]);
    expect((await cleaned(film)).refused).toBe('video');
  });

  test('a box says how long it is in either way, at any depth', async () => {
    const film = Buffer.concat([
      box('ftyp', name('isom'), be32(0)),
      largeBox(
        'moov',
        Buffer.concat([box('mvhd', Buffer.alloc(100)), largeBox('udta', name(PLACE))]),
      ),
      box('mdat', PIXELS),
    ]);
    const { bytes } = await cleaned(film);
    expect([bytes.includes(name(PLACE)), within(bytes, 'mdat')]).toEqual([
      false,
      within(film, 'mdat'),
    ]);
  });
});

describe('of a video of the web', () => {
  const element = (id: string, content: Uint8Array) => {
    const size = Buffer.from([0x10, 0, 0, 0]);
    size.writeUInt32BE(0x10_00_00_00 + content.length);
    return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
  };
  const header = element('1a45dfa3', element('4282', name('webm')));
  const tags = element('1254c367', name(`LOCATION ${PLACE}`));
  const open = (id: string) => Buffer.from(`${id}01ffffffffffffff`, 'hex');

  test('tags and attachments go, also between parts whose length nobody knew', async () => {
    const known = element(
      '18538067',
      Buffer.concat([tags, element('1f43b675', PIXELS), element('1941a469', name(PLACE))]),
    );
    const live = Buffer.concat([
      open('18538067'),
      open('1f43b675'),
      element('a3', PIXELS),
      tags,
      open('1f43b675'),
      element('a3', PIXELS),
    ]);
    for (const segment of [known, live]) {
      const film = Buffer.concat([header, segment]);
      const { refused, bytes } = await cleaned(film);
      expect([refused, bytes.length, bytes.includes(name(PLACE))]).toEqual([
        undefined,
        film.length,
        false,
      ]);
      expect(bytes.lastIndexOf(PIXELS)).toBe(film.lastIndexOf(PIXELS));
    }
  });

  test('many elements are replaced with few writes, and a file that is made of them is refused', async () => {
    const small = (count: number) =>
      Buffer.concat([header, element('18538067', Buffer.alloc(2 * count, 'a380', 'hex'))]);
    const handle = await openFile(folder);
    const handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const writes = vi.spyOn(handles, 'write');
    const film = small(15_000);
    const { refused, bytes } = await cleaned(film);
    expect(refused).toBeUndefined();
    const start = header.length + 8;
    expect(bytes.subarray(start).equals(Buffer.alloc(30_000, 'ec80', 'hex'))).toBe(true);
    expect(writes.mock.calls.length).toBeLessThan(5);
    writes.mockRestore();
    expect((await cleaned(small(30_000))).refused).toBe('video');
  });

  test('an hour that a browser recorded is kept', async () => {
    const block = element('a3', Buffer.alloc(1));
    const blocks = Buffer.concat(Array.from({ length: 300_000 }, () => block));
    const film = Buffer.concat([header, open('18538067'), open('1f43b675'), blocks]);
    const { refused, bytes } = await cleaned(film);
    expect([refused, bytes.equals(film)]).toEqual([undefined, true]);
  });

  test('a part that is longer than the window is erased to its end', async () => {
    const long = element('1254c367', Buffer.alloc(200_000, PLACE));
    const cluster = element('1f43b675', PIXELS);
    const film = Buffer.concat([header, element('18538067', Buffer.concat([long, cluster, long]))]);
    const { refused, bytes } = await cleaned(film);
    expect([refused, bytes.length, bytes.includes(name('52.5'))]).toEqual([
      undefined,
      film.length,
      false,
    ]);
    expect(bytes.indexOf(cluster)).toBe(film.indexOf(cluster));
  });

  test('one that is not built as its kind is is refused', async () => {
    expect((await cleaned(Buffer.concat([header, name('no segment at all')]))).refused).toBe(
      'video',
    );
  });
});

test('of an older video the lists go that say where and with what', async () => {
  const chunk = (id: string, content: Uint8Array) =>
    Buffer.concat([name(id), le32(content.length), content, Buffer.alloc(content.length % 2)]);
  const list = (id: string, ...chunks: readonly Buffer[]) =>
    chunk('LIST', Buffer.concat([name(id), ...chunks]));
  const film = chunk(
    'RIFF',
    Buffer.concat([
      name('AVI '),
      list('hdrl', chunk('avih', Buffer.alloc(56)), list('strl', chunk('strd', name(PLACE)))),
      list('INFO', chunk('IPLC', name(PLACE))),
      list('movi', chunk('00dc', PIXELS)),
    ]),
  );
  const { refused, bytes } = await cleaned(film);
  expect([refused, bytes.length, bytes.includes(name(PLACE))]).toEqual([
    undefined,
    film.length,
    false,
  ]);
  expect(bytes.indexOf(PIXELS)).toBe(film.indexOf(PIXELS));
});

test('of a Photoshop file what the camera wrote goes', async () => {
  const resource = (id: number, content: Uint8Array) => {
    const number = Buffer.alloc(2);
    number.writeUInt16BE(id);
    return Buffer.concat([
      name('8BIM'),
      number,
      Buffer.alloc(2),
      be32(content.length),
      content,
      Buffer.alloc(content.length % 2),
    ]);
  };
  const resources = Buffer.concat([
    ...[1028, 1058, 1060].map((id) => resource(id, name(PLACE))),
    resource(1005, name('resolution')),
  ]);
  const head = Buffer.concat([name('8BPS'), Buffer.from([0, 1]), Buffer.alloc(20)]);
  const file = Buffer.concat([head, be32(0), be32(resources.length), resources, PIXELS]);
  const { refused, bytes } = await cleaned(file);
  expect([refused, bytes.length, bytes.includes(name(PLACE))]).toEqual([
    undefined,
    file.length,
    false,
  ]);
  expect([bytes.includes(name('resolution')), bytes.includes(PIXELS)]).toEqual([true, true]);
});

describe('what cannot be cleaned is refused:', () => {
  test.each([
    ['DNG', [[50_706, 1, 0x01_04]]],
    ['another raw photo of two resolutions', [[330, 4, 8]]],
    ['the colours of a sensor', [[33_421, 3, 2]]],
  ] as const)('%s', async (_, more) => {
    const photo = tiff({ width: 64, height: 64, channels: 3, bits: 8, more });
    expect((await cleaned(photo)).refused).toBe('picture');
    expect((await cleaned(photo, 'image/tiff')).refused).toBe('picture');
  });

  const RAW = 'x-canon-cr2 x-canon-cr3 x-nikon-nef x-sony-arw x-fujifilm-raf x-panasonic-rw2';
  const OTHERS = 'x-olympus-orf heic heif-sequence jxl jp2 apng x-xcf';
  test.each(`${RAW} ${OTHERS}`.split(' '))('image/%s', async (type) => {
    expect((await cleaned(PIXELS, `image/${type}`)).refused).toBe('picture');
  });

  test.each(['mp2t', 'x-flv', 'ogg', 'MP2P'])('video/%s', async (type) => {
    expect((await cleaned(PIXELS, `video/${type}`)).refused).toBe('video');
  });
});

test.each([
  'application/pdf',
  'application/zip',
  'audio/mpeg',
  'text/plain',
  'image/bmp',
  'image/tiff',
])('%s is left as it is', async (type) => {
  const file = type === 'image/tiff' ? tiff({ width: 9, height: 9, channels: 1, bits: 8 }) : PIXELS;
  const { refused, bytes } = await cleaned(file, type);
  expect([refused, bytes.equals(file)]).toEqual([undefined, true]);
});
