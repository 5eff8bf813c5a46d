import { describe, expect, test } from 'vitest';
import { everyRow } from '../../../../tests/support/every-row.ts';
import { base64, multipart, plain } from '../../../../tests/support/mime.ts';
import { readMail } from './read-mail.ts';

/**
 * Builds an email from bytes. A string may only contain characters up to U+00FF, so other texts are passed as
 * bytes.
 */
const read = (header: string, body: Uint8Array | string) =>
  readMail(
    {
      raw: Buffer.concat([
        Buffer.from(`From: Nora <nora@mail.example>\r\n${header}\r\n\r\n`, 'latin1'),
        typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      ]),
      isCut: false,
      replyAddress: 'support@shop.example',
      fromAddress: 'support@shop.example',
      ownHostname: 'shop.example',
    },
    { isSplit: true },
  );

const utf8 = (text: string) => Buffer.from(text, 'utf8');
/** Returns the UTF-8 bytes as latin1 characters, for headers. */
const raw = (text: string) => utf8(text).toString('latin1');
const COLOGNE = 'Grüße aus Köln';
const WESTERN = Buffer.from(COLOGNE, 'latin1');

describe('the letters of a text', () => {
  test('are UTF-8 under any name, in any encoding', async () => {
    const labels = [
      'iso-8859-1',
      'us-ascii',
      'windows-1252',
      'iso-8859-15',
      'iso-8859-2',
      'windows-1251',
      'koi8-r',
      'unknown-8bit',
      'x-unknown',
      'unknown',
      'utf8',
      'gb2312',
      'gbk',
      'big5',
      'euc-kr',
      'shift_jis',
      'iso-2022-jp',
      'utf-16',
      'no-such-charset',
      '"iso-8859-1"',
      'ISO-8859-1; format=flowed',
    ];
    const rows = labels.flatMap((label) => [
      { label, encoding: '8bit', body: utf8(`${COLOGNE}\n`) },
      { label, encoding: 'base64', body: Buffer.from(utf8(COLOGNE).toString('base64')) },
      {
        label,
        encoding: 'quoted-printable',
        body: Buffer.from('Gr=C3=BC=C3=9Fe aus =\r\nK=C3=B6ln'),
      },
    ]);
    await everyRow(
      rows,
      ({ label, encoding }) => `${label}, ${encoding}`,
      async ({ label, encoding, body }) => {
        const header = `Content-Type: text/plain; charset=${label}\r\nContent-Transfer-Encoding: ${encoding}`;
        expect((await read(header, body)).text).toBe(COLOGNE);
      },
    );
  });

  test.each([
    ['Content-Type: text/plain', WESTERN],
    ['Content-Type: text/plain; charset=unknown-8bit', WESTERN],
    ['Content-Type: text/plain; charset=us-ascii', WESTERN],
    ['Content-Type: text/plain; charset=utf-8', WESTERN],
    ['Subject: without any type', WESTERN],
    ['Subject: without any type', utf8(COLOGNE)],
    ['Content-Type: text/plain; charset=iso-8859-1', WESTERN],
  ])('are found out where they have no right name: %s', async (header, body) => {
    expect((await read(header, body)).text).toBe(COLOGNE);
  });

  test('are found out line by line', async () => {
    const body = Buffer.concat([utf8('Naïve – blue\n'), WESTERN, utf8('\n')]);
    expect((await read('Content-Type: text/plain', body)).text).toBe(`Naïve – blue\n${COLOGNE}`);
  });

  test.each([
    ['gb2312', Buffer.from([0xc0, 0xb6, 0xc9, 0xab]), '蓝色'],
    ['gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['big5', Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), '你好'],
    ['euc-kr', Buffer.from([0xc6, 0xc4, 0xb6, 0xfb]), '파랑'],
    ['iso-2022-jp', Buffer.from('\x1b$B@D\x1b(B'), '青'],
    ['windows-1251', Buffer.from([0xd1, 0xe8, 0xed, 0xe8, 0xe9]), 'Синий'],
    ['iso-8859-7', Buffer.from([0xec, 0xf0, 0xeb, 0xe5]), 'μπλε'],
  ])('keep their right name: %s', async (label, body, text) => {
    expect((await read(`Content-Type: text/plain; charset=${label}`, body)).text).toBe(text);
    // If the charset is missing, another header names it.
    const hint = `Subject: =?${label}?B?${body.toString('base64')}?=`;
    const unnamed = await read(`${hint}\r\nContent-Type: text/plain`, body);
    expect([unnamed.text, unnamed.subject]).toEqual([text, text]);
  });

  test('of HTML are named in it', async () => {
    const body = Buffer.concat([
      Buffer.from('<html><head><meta charset="windows-1251"></head><p>'),
      Buffer.from([0xd1, 0xe8, 0xed, 0xe8, 0xe9]),
      Buffer.from('</p></html>'),
    ]);
    expect((await read('Content-Type: text/html', body)).text).toBe('Синий');
  });

  test('in one part leave the other parts as they are', async () => {
    const boundary = 'Content-Type: multipart/mixed; boundary="b b"';
    const file = Buffer.from([0, 1, 0xff, 0xfe, 0x0d, 0x0a, 0x80]);
    const body = Buffer.concat([
      Buffer.from('preamble\r\n--b b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n'),
      utf8(COLOGNE),
      Buffer.from('\r\n--b b\r\nContent-Disposition: attachment; filename="gr'),
      Buffer.from([0xfc]),
      Buffer.from(
        `n.txt"\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}\r\n--b b--\r\n`,
      ),
    ]);
    const mail = await read(boundary, body);
    expect(mail.text).toBe(COLOGNE);
    expect(mail.attachments).toEqual([{ name: 'grün.txt', bytes: new Uint8Array(file) }]);
  });
});

describe('the letters of a subject', () => {
  test.each([
    [raw(COLOGNE)],
    [WESTERN.toString('latin1')],
    ['=?iso-8859-1?Q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?='],
    [`=?unknown-8bit?B?${utf8(COLOGNE).toString('base64')}?=`],
    [`=?unknown-8bit?B?${WESTERN.toString('base64')}?=`],
    [`=?utf-8?Q?Gr=FC=DFe_aus_K=F6ln?=`],
    [`=?gb2312?B?${utf8(COLOGNE).toString('base64')}?=`],
    ['=?iso-8859-1?Q?Gr=C3=BC=C3?=\r\n =?iso-8859-1?Q?=9Fe_aus_K=C3=B6ln?='],
    ['=?iso-8859-1?Q?Gr=FC=DFe?= aus =?utf-8?Q?K=C3=B6ln?='],
  ])('%j are found out', async (subject) => {
    expect((await read(`Subject: ${subject}`, 'Yes.')).subject).toBe(COLOGNE);
  });

  test('in 8 bits are those of the text', async () => {
    const blue = Buffer.from([0xc0, 0xb6, 0xc9, 0xab]);
    const header = `Subject: ${blue.toString('latin1')}\r\nContent-Type: text/plain; charset=gb2312`;
    const mail = await read(header, blue);
    expect([mail.subject, mail.text]).toEqual(['蓝色', '蓝色']);
  });
});

describe('flowing text', () => {
  const flowed = (text: string, more = '') =>
    read(`Content-Type: text/plain; charset=utf-8; format=flowed${more}`, utf8(text));

  test('is joined, never with what is quoted below it', async () => {
    const mail = await flowed(
      'The blue one, \nplease. \n\nOn 04/06/2026 10:02, Embarka wrote: \n> Which colour \n> shall it \n>> be?\n',
    );
    expect(mail.text).toBe('The blue one, please.');
    expect(mail.folded).toContain('> Which colour shall it');
    expect((await flowed(' From here \n to there\n-- \nNora')).text).toBe('From here to there');
    expect((await flowed('青 \nい\n', '; delsp=yes')).text).toBe('青い');
  });
});

describe('a text part that nobody can see', () => {
  test.each([
    '\u200c \u200b\u2060',
    '\u00ad\u00ad',
    '\ufeff',
    '\u00a0\n\u00a0',
    '\u034f\u115f',
    '\u2800',
    '\u3164',
    '\t\n',
    '',
  ])('%j leaves the word to the HTML part', async (text) => {
    const page = plain('<p>Only the HTML says it: blue.</p>', 'text/html; charset=utf-8');
    const body = multipart('alternative', plain(text), page);
    const mail = await read(
      body.slice(0, body.indexOf('\n\n')),
      utf8(body.slice(body.indexOf('\n\n'))),
    );
    expect(mail.text).toBe('Only the HTML says it: blue.');
  });

  test('or that only says that it cannot show the email does so, too', async () => {
    const page = plain('<p>Blue, please.</p><p>For Friday.</p>', 'text/html; charset=utf-8');
    const body = multipart('alternative', plain('Ihr Programm zeigt kein HTML.'), page);
    const mail = await read(
      body.slice(0, body.indexOf('\n\n')),
      utf8(body.slice(body.indexOf('\n\n'))),
    );
    expect(mail.text).toBe('Blue, please.\n\nFor Friday.');
  });
});

test('an invitation without a name is a file, invite.ics', async () => {
  const event = 'BEGIN:VCALENDAR\r\nSUMMARY:Grüße\r\nEND:VCALENDAR\r\n';
  const alone = await read('Content-Type: text/calendar; method=REPLY; charset=utf-8', utf8(event));
  const body = multipart(
    'alternative',
    plain('Accepted'),
    base64('text/calendar; method=REPLY', event),
  );
  const beside = await read(
    body.slice(0, body.indexOf('\n\n')),
    utf8(body.slice(body.indexOf('\n\n'))),
  );
  const named = await read('Content-Type: text/calendar; name=talk.ics', utf8(event));
  for (const { attachments } of [alone, beside]) {
    expect(attachments.map(({ name }) => name)).toEqual(['invite.ics']);
    expect(Buffer.from(attachments[0]?.bytes ?? []).toString()).toContain('SUMMARY:Grüße');
  }
  expect([alone.text, beside.text, named.attachments[0]?.name]).toEqual([
    '',
    'Accepted',
    'talk.ics',
  ]);
});
