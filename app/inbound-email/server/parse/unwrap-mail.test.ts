import { describe, expect, test } from 'vitest';
import { attachment, base64, mime, multipart, plain } from '../../../../tests/support/mime.ts';
import { readMail } from './read-mail.ts';

const read = (body: string) =>
  readMail(
    {
      raw: mime({ body }),
      isCut: false,
      replyAddress: 'support@shop.example',
      fromAddress: 'support@shop.example',
      ownHostname: 'shop.example',
    },
    { isSplit: true },
  );

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length =
    content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** Encodes a BER value with an indefinite length, as streaming programs do. */
const streamed = (tag: number, ...contents: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const DATA = oid('2a864886f70d010701');
const SIGNED = oid('2a864886f70d010702');
const ENVELOPED = oid('2a864886f70d010703');
const AUTH_ENVELOPED = oid('2a864886f70d0109100117');
const VERSION = der(0x02, Buffer.from([1]));

function signed(entity: string): Buffer {
  const content = der(0xa0, der(0x04, Buffer.from(entity.replaceAll('\n', '\r\n'))));
  return der(
    0x30,
    SIGNED,
    der(0xa0, der(0x30, VERSION, der(0x31), der(0x30, DATA, content), der(0x31))),
  );
}

function signedInPieces(entity: string): Buffer {
  const bytes = Buffer.from(entity.replaceAll('\n', '\r\n'));
  const pieces = [der(0x04, bytes.subarray(0, 20)), der(0x04, bytes.subarray(20))];
  const content = streamed(0x30, DATA, streamed(0xa0, streamed(0x24, ...pieces)));
  return streamed(
    0x30,
    SIGNED,
    streamed(0xa0, streamed(0x30, VERSION, der(0x31), content, der(0x31))),
  );
}

const encrypted = (type: Buffer) => der(0x30, type, der(0xa0, der(0x30, VERSION, der(0x31))));

const part = (
  bytes: Uint8Array,
  type = 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
) => base64(type, bytes, 'Content-Disposition: attachment; filename=smime.p7m\n');

describe('a signature around an email', () => {
  const inside = multipart(
    'mixed',
    plain('The blue one.\n\nAm 04.06.26 um 10:02 schrieb Embarka:\n> Which?\n'),
    attachment('plan.pdf', '%PDF'),
  );

  test.each([
    ['in one piece', signed(inside)],
    ['in several pieces', signedInPieces(inside)],
    ['around another', signed(part(signed(inside)))],
  ])('%s is opened', async (_name, bytes) => {
    for (const body of [
      part(bytes),
      part(bytes, 'application/x-pkcs7-mime; name=smime.p7m'),
      part(bytes, 'application/octet-stream'),
      multipart('mixed', part(bytes), plain('Footer of a list')),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads better when it fails
      const mail = await read(body);
      expect(mail.text).toContain('The blue one.');
      expect(mail.text).not.toContain('schrieb');
      expect(mail.folded).toContain('> Which?');
      expect(mail.attachments).toMatchObject([{ name: 'plan.pdf' }]);
      expect(mail).toMatchObject({ isEncrypted: false, notAdded: [] });
    }
  });

  test('keeps what is inside from opening a chat, as elsewhere', async () => {
    const mail = await read(
      part(signed(plain(`https://shop.example/chat/resume?token=${'aB3_-'.repeat(8)}xY9`))),
    );
    expect(mail.text).toContain('token=');
    expect(mail.text).not.toContain('aB3');
  });

  test('that is broken, endless or around a document stays a file', async () => {
    const nested = Array.from({ length: 9 }).reduce<string>(
      (inner) => part(signed(inner)),
      plain('Deep'),
    );
    for (const bytes of [
      Buffer.from('no signature'),
      signed(inside).subarray(0, 90),
      Buffer.alloc(5000, 0x30),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads better when it fails
      expect((await read(part(bytes))).attachments).toMatchObject([{ name: 'smime.p7m' }]);
    }
    expect((await read(nested)).attachments).toMatchObject([{ name: 'smime.p7m' }]);
    const type = 'application/pkcs7-mime; name=contract.pdf.p7m';
    const document = base64(type, signed('%PDF-1.4'), 'Content-Disposition: attachment\n');
    expect((await read(multipart('mixed', plain('Signed.'), document))).attachments).toMatchObject([
      { name: 'contract.pdf.p7m' },
    ]);
  });
});

describe('an email that nobody here can decrypt', () => {
  test.each([
    ['S/MIME', part(encrypted(ENVELOPED), 'application/pkcs7-mime; smime-type=enveloped-data')],
    ['S/MIME with AES-GCM', part(encrypted(AUTH_ENVELOPED))],
    ['S/MIME inside of a signature', part(signed(part(encrypted(ENVELOPED))))],
    [
      'PGP',
      multipart(
        'encrypted; protocol="application/pgp-encrypted"',
        'Content-Type: application/pgp-encrypted\n\nVersion: 1',
        attachment('encrypted.asc', '-----BEGIN PGP MESSAGE-----', 'application/octet-stream'),
      ),
    ],
    ['PGP in its text', plain('-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----')],
  ])('by %s says so in a sentence', async (_name, body) => {
    expect(await read(body)).toMatchObject({
      isEncrypted: true,
      notAdded: [{ key: 'emails.encrypted', values: {} }],
    });
  });
});

test('a text that PGP signed is shown without what PGP puts around it', async () => {
  const mail = await read(
    plain(
      '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nThe blue one.\n-----BEGIN PGP SIGNATURE-----\n\nabc=\n-----END PGP SIGNATURE-----\n',
    ),
  );
  expect(mail.text).toBe('The blue one.');
  expect(mail.folded).toContain('abc=');
});
