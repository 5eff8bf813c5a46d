import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useCatalogueDesk } from '../../../../tests/support/catalogue-desk.ts';
import { TestClock } from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { keepLogo, type StoredPhoto } from '../../../platform/files/keep-media.server.ts';
import {
  LOGO_FORM_NAMES,
  LOGO_FORMS,
  partOfLogo,
} from '../../../platform/files/pictures/photo-forms.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import { lookAs, writeMail } from '../../../platform/email/write-mail.server.ts';
import { contrast, mailLookOf } from './brand-colour.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { saveDraft } from '../drafts/save-draft.server.ts';
import { writePhoto } from '../../protocol/media-texts.ts';
import { pruneMedia } from '../photos/prune-media.server.ts';
import { publishDrafts } from '../publish/publish-drafts.server.ts';
import { readHistory } from '../publish/read-history.server.ts';
import { undoPublication } from '../publish/undo-publication.server.ts';

const TWO_DAYS_MS = 48 * 60 * 60 * 1000;

const desk = useCatalogueDesk();
const files = testFiles();

async function keep(bytes: Uint8Array, name = 'logo.png'): Promise<StoredPhoto> {
  const source = join(files.workFolder, randomUUID());
  await writeFile(source, bytes);
  return keepLogo({ ...desk.appContext, files }, { purpose: 'catalogue', name, source });
}

const disc = (width = 600, height = 150) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${height / 2}" cy="${height / 2}" r="${height / 3}" fill="#c2410c"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const createDraft = (typed: Record<string, string>) =>
  saveDraft(desk.appContext, desk.ines, {
    kind: 'text',
    id: 'en_brand',
    typed,
    isWhole: false,
    shown: {},
  });

const publish = async () =>
  publishDrafts(desk.appContext, desk.ines, { drafts: await readDrafts(desk.store.db), note: '' });

const words = () => desk.live.current.words;

async function readForm(id: string, part: string) {
  const found = await files.store.open(id, part);
  return found && sharp(await buffer(found.stream));
}

describe('a logo', () => {
  test('is made in every form, no larger than it was, see-through but on paper', async () => {
    const logo = await keep(await disc());
    expect([logo.width, logo.height]).toEqual([600, 150]);
    for (const form of LOGO_FORM_NAMES) {
      const { width, height } = LOGO_FORMS[form];
      const picture = await readForm(logo.id, partOfLogo(form));
      const { width: w = 0, height: h = 0, hasAlpha } = (await picture?.metadata()) ?? {};
      expect(w).toBeLessThanOrEqual(width);
      expect(h).toBeLessThanOrEqual(height);
      const isWhole = w === width && h === height;
      expect(isWhole || form.startsWith('logo')).toBe(true);
      expect(hasAlpha).toBe(form !== 'touch.png');
    }
    const preview = await readForm(logo.id, 'preview-jpg');
    // `sharp().stats()` always covers the whole picture and ignores a crop.
    const pixels = await preview?.raw().toBuffer();
    expect([...(pixels?.subarray(0, 3) ?? [])]).toEqual([255, 255, 255]);
  });

  test('that is no picture is refused by name, and so is one that is code', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(await refusalOf(keep(Buffer.from(svg), 'sign.svg'))).toMatchObject({
      status: 422,
      message: "“sign.svg” wasn't added. It isn't a JPEG, PNG, WebP or AVIF picture.",
    });
  });

  test('that nobody would see is refused with the reason, and a faint one is taken', async () => {
    const plain = (side: number, alpha: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 4,
          background: { r: 9, g: 9, b: 9, alpha },
        },
      })
        .png()
        .toBuffer();
    expect((await refusalOf(keep(await plain(1, 1)))).message).toContain('16 by 16 pixels');
    expect((await refusalOf(keep(await plain(200, 0)))).message).toContain(
      'completely transparent',
    );
    expect((await keep(await plain(200, 0.1))).width).toBe(200);
  });

  test('is published with its variant, stands in the history, and is taken back', async () => {
    expect(words().logo()).toBeUndefined();
    const [logo, dark] = [await keep(await disc()), await keep(await disc(300, 300))];
    await createDraft({ logo: writePhoto(logo), logoDark: writePhoto(dark), isNamed: 'yes' });
    expect(words().logo()).toBeUndefined();
    const { revision } = await publish();
    expect(words().logo()).toEqual({ ...logo, dark, isNamed: true });
    const history = JSON.stringify(await readHistory(desk.store.db, 1));
    expect(history).toContain('Picture, 600 × 150');
    await undoPublication(desk.appContext, desk.ines, revision);
    expect(words().logo()).toBeUndefined();
  });

  test.each([
    ['a text', { logo: 'javascript:alert(1)' }, 'logo'],
    ['one that is not there', { logo: `${randomUUID()} 600x150` }, 'logo'],
    ['a variant alone', { logoDark: `${randomUUID()} 600x150` }, 'logo'],
  ])('is refused at its field: %s', async (_what, typed, field) => {
    const outcome = await createDraft(typed);
    expect(outcome.kind).toBe('refused');
    expect(outcome.kind === 'refused' && Object.keys(outcome.faults)).toContain(field);
  });

  test('is kept for as long as a draft or a publication names it, and swept a day after', async () => {
    const [drafted, published, unused] = [
      await keep(await disc()),
      await keep(await disc()),
      await keep(await disc()),
    ];
    await createDraft({ logo: writePhoto(published) });
    const { revision } = await publish();
    await undoPublication(desk.appContext, desk.ines, revision);
    await createDraft({ logo: writePhoto(drafted) });
    const clock = new TestClock();
    clock.advance(TWO_DAYS_MS);
    expect(await pruneMedia({ ...desk.appContext, clock })).toBe(1);
    const left = (await desk.store.db.select().from(publicMedia)).map(({ id }) => id);
    expect(left).not.toContain(unused.id);
    expect(left).toEqual(expect.arrayContaining([drafted.id, published.id]));
  });
});

describe('the mails of a shop', () => {
  const mail = () =>
    writeMail({
      kind: 'settings-test',
      to: 'elena.ruiz@northfold.example',
      subject: 'Hello',
      brandName: 'Marea & Co',
      body: ['Hello', { button: 'Appearance', href: 'https://shop.example/x' }],
    }).html ?? '';

  test('begin with the name and the colours an installation has', () => {
    expect(mail()).toContain('<span dir="auto">Marea &amp; Co</span></td>');
    expect(mail()).toContain('background:#2540e0;color:#ffffff');
  });

  test('have its colour, which can be read by day and by night, and its logo with the name as its text', async () => {
    const logo = await keep(await disc());
    await createDraft({ colour: '#7a1f5c', logo: writePhoto(logo) });
    await publish();
    const stop = lookAs(() => mailLookOf(words(), 'https://shop.example'));
    try {
      expect(mail()).toContain('background:#7a1f5c;color:#ffffff');
      expect(mail()).toContain(`src="https://shop.example/photos/${logo.id}/logo.png"`);
      expect(mail()).toContain('alt="Marea &amp; Co"');
      const { day, night } = mailLookOf(words(), 'https://shop.example');
      for (const { primary, onPrimary } of [day, night]) {
        expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(night.primary, '#151a2e')).toBeGreaterThanOrEqual(4.5);
    } finally {
      stop();
    }
    expect(mail()).not.toContain('<img');
  });
});
