import { describe, expect, test } from 'vitest';
import {
  mime,
  multipart,
  plain,
  attachment,
  base64,
  type MimeMail,
} from '../../../../tests/support/mime.ts';
import { readMail } from './read-mail.ts';

const digests = async (mail: MimeMail | Uint8Array) =>
  (
    await readMail(
      {
        raw: mail instanceof Uint8Array ? mail : mime(mail),
        isCut: false,
        replyAddress: 'support@shop.example',
        fromAddress: '',
        ownHostname: 'shop.example',
      },
      { isSplit: true },
    )
  ).digests;

const isSame = async (one: MimeMail | Uint8Array, other: MimeMail | Uint8Array) => {
  const [first, second] = [await digests(one), await digests(other)];
  return first.includes(second[0] ?? '') || second.includes(first[0] ?? '');
};

const body = plain('Yes, please.\n\nBy Friday?');

describe('an email that comes again is the same', () => {
  test.each<[string, MimeMail]>([
    [
      'with the lines of more servers',
      { body, headers: ['Received: from a by b; Fri, 12 Jun 2026 10:00:05 +0000', 'X-Spam: no'] },
    ],
    [
      'in another encoding',
      { body: base64('text/plain; charset=utf-8', 'Yes, please.\n\nBy Friday?\n') },
    ],
    ['with other line breaks', { body: plain('Yes, please.  \n\n\nBy Friday?\n\n') }],
    [
      'with the tag of a list or of a filter in its subject',
      { body, subject: '[EXTERNAL] Re: [shop] An answer from Embarka' },
    ],
    [
      'with the footer of a list',
      {
        body: plain(
          'Yes, please.\n\nBy Friday?\n_______________________________________________\nshop mailing list\nshop@lists.example',
        ),
      },
    ],
    [
      'with the footer of a filter',
      { body: plain('Yes, please.\n\nBy Friday?\n\n-- \nThis email was scanned.') },
    ],
    ['from an address that a list rewrote', { body, from: 'Elena via shop <shop@lists.example>' }],
  ])('%s', async (_how, mail) => {
    expect(await isSame({ body }, mail)).toBe(true);
    expect(await isSame(mail, { body })).toBe(true);
  });
});

describe('another email is another', () => {
  test.each<[string, MimeMail]>([
    ['with another text', { body: plain('No, thanks.') }],
    ['with more text', { body: plain('Yes, please.\n\nBy Friday?\n\nAnd the invoice is wrong.') }],
    ['with another subject', { body, subject: 'Re: The invoice' }],
    [
      'with another file',
      { body: multipart('mixed', body, attachment('a.txt', 'a', 'text/plain')) },
    ],
  ])('%s', async (_how, mail) => {
    expect(await isSame({ body }, mail)).toBe(false);
  });

  test('with the same text on another day', async () => {
    const today = Buffer.from(mime({ body })).toString();
    const later = today.replace('12 Jun 2026', '13 Jul 2026');
    expect(await isSame(Buffer.from(today), Buffer.from(later))).toBe(false);
    // The same moment, written in another time zone.
    const elsewhere = today.replace('10:00:00 +0000', '12:00:00 +0200');
    expect(await isSame(Buffer.from(today), Buffer.from(elsewhere))).toBe(true);
  });

  test('where none has a date: the oldest server’s line tells them apart', async () => {
    const undated = (...received: string[]) =>
      Buffer.from(
        [...received.map((line) => `Received: ${line}`), 'From: a@b.example', '', 'Yes.'].join(
          '\r\n',
        ),
      );
    const first = undated('from a by b; Fri, 12 Jun 2026 10:00:00 +0000');
    const again = undated('from b by c', 'from a by b; Fri, 12 Jun 2026 10:00:00 +0000');
    expect(await isSame(first, again)).toBe(true);
    expect(await isSame(first, undated('from a by b; Mon, 15 Jun 2026 08:00:00 +0000'))).toBe(
      false,
    );
  });

  test('whatever two of them have below a line', async () => {
    expect(await isSame({ body: plain('One\n---\nA') }, { body: plain('One\n---\nB') })).toBe(
      false,
    );
  });
});
