import { describe, expect, test } from 'vitest';
import {
  attachment,
  base64,
  mime,
  multipart,
  plain,
  type MimeMail,
} from '../../../../tests/support/mime.ts';
import { encodeLongParts } from './encode-long-parts.ts';
import { FOLDED_MAX_LENGTH, readMail } from './read-mail.ts';
import { showMessage } from '../../../platform/stored-message.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const TOKEN = 'aB3_-'.repeat(8) + 'xY9';

const read = (mail: MimeMail | Uint8Array, change: { isCut?: boolean } = {}) =>
  readMail(
    {
      raw: mail instanceof Uint8Array ? mail : mime(mail),
      isCut: change.isCut ?? false,
      replyAddress: 'support@shop.example',
      fromAddress: 'hello@shop.example',
      ownHostname: 'shop.example',
    },
    { isSplit: true },
  );

const GMAIL_TEXT = `Yes, the blue one please.

Could you send it by Friday?

On Fri, Jun 12, 2026 at 10:00 AM Embarka <support+${SECRET}@shop.example>
wrote:

> Maya answered in the chat
>
> Maya:
> Which colour do you want?
>
> Open the chat:
> https://shop.example/chat/resume?token=${TOKEN.slice(0, 30)}
> ${TOKEN.slice(30)}
`;

const GMAIL_HTML = `<div dir="ltr">Yes, the <b>blue</b> one please.<div><br></div><div>Could you send it by Friday?</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Jun 12, 2026 at 10:00 AM Embarka &lt;<a href="mailto:support@shop.example">support@shop.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><a href="https://shop.example/chat/resume?token=${TOKEN}">Open the chat</a></blockquote></div>`;

const OUTLOOK_TEXT = `The blue one.

Regards,
Elena

________________________________
From: Embarka <support@shop.example>
Sent: Friday, June 12, 2026 10:00 AM
To: Elena Ruiz <elena.ruiz@northfold.example>
Subject: An answer from Embarka

Which colour do you want?

Open the chat:
https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fchat%2Fresume%3Ftoken%3D${TOKEN}&data=05
`;

const APPLE_TEXT = `The blue one.

Sent from my iPhone

> On 12 Jun 2026, at 10:00, Embarka <support@shop.example> wrote:
> 
> Which colour do you want?
> https://shop.example/order/${TOKEN}
`;

describe('an answer', () => {
  test.each([
    [
      'Gmail',
      multipart('alternative', plain(GMAIL_TEXT), plain(GMAIL_HTML, 'text/html; charset=utf-8')),
      'Yes, the blue one please.\n\nCould you send it by Friday?',
      'Which colour do you want?',
    ],
    [
      'Gmail, as HTML alone',
      plain(GMAIL_HTML, 'text/html; charset=utf-8'),
      'Yes, the blue one please.\n\nCould you send it by Friday?',
      'Open the chat',
    ],
    [
      'Outlook',
      plain(OUTLOOK_TEXT),
      'The blue one.\n\nRegards,\nElena',
      'Which colour do you want?',
    ],
    [
      'Outlook in German',
      plain(
        OUTLOOK_TEXT.replace('From:', 'Von:')
          .replace('Sent:', 'Gesendet:')
          .replace(' <support@shop.example>', ''),
      ),
      'The blue one.\n\nRegards,\nElena',
      'Which colour do you want?',
    ],
    ['Apple Mail', plain(APPLE_TEXT), 'The blue one.', 'Which colour do you want?'],
  ])(
    'of %s is parted from what it quotes, which is folded and opens nothing',
    async (_name, body, said, quoted) => {
      const mail = await read({ body });
      expect(mail.text).toBe(said);
      expect(mail.folded).toContain(quoted);
      for (const secret of [TOKEN, TOKEN.slice(0, 30), TOKEN.slice(30), SECRET]) {
        expect(JSON.stringify(mail)).not.toContain(secret);
      }
    },
  );

  const above = 'Embarka <support@shop.example>';
  test.each([
    [
      'German, broken',
      'Am Fr., 12. Juni 2026 um 10:00 Uhr schrieb Embarka <\nsupport@shop.example>:',
    ],
    ['Polish', `pt., 12 cze 2026 o 10:00 ${above} napisał(a):`],
    ['Russian', `пт, 12 июн. 2026 г. в 10:00, ${above}:`],
    ['Japanese', `2026年6月12日(金) 10:00 ${above}:`],
    ['Chinese', `${above} 于2026年6月12日周五 10:00写道：`],
    ['Arabic', `في الجمعة، 12 يونيو 2026 تمت كتابة ما يلي بواسطة ${above}:`],
  ])('of Gmail in %s says nothing of whom it quotes', async (_language, line) => {
    const said = 'The blue one.\n\nMy colleague <joe@x.example> asks: when?';
    const quoted = await read({ body: plain(`${said}\n\n${line}\n\n> Which colour?\n`) });
    expect(quoted.text).toBe(said);
    expect(quoted.folded).toContain('Which colour?');
    const html = `<p>The blue one.</p><p>${line.replaceAll('<', '&lt;')}</p><blockquote>Which colour?</blockquote>`;
    expect((await read({ body: plain(html, 'text/html; charset=utf-8') })).text).toBe(
      'The blue one.',
    );
    const below = await read({ body: plain(`${line}\n> Which colour?\n\nThe blue one.`) });
    expect(below.text).toBe('The blue one.');
  });

  test('between the lines it quotes keeps all of the mail, in its order', async () => {
    const mail = await read({
      body: plain('> Which colour?\n\nBlue.\n\n> Which size?\n\nA4.\n'),
    });
    expect(mail.text).toMatch(/Blue\.[\s\S]*A4\./);
    expect(mail.folded).toMatch(/Which colour\?[\s\S]*Blue\.[\s\S]*Which size\?[\s\S]*A4\./);
  });

  test('whose signature is cut says no more than what was written; the signature is folded', async () => {
    const mail = await read({ body: plain('Fine with me.\n\n-- \nElena Ruiz\nNorthfold Ltd\n') });
    expect(mail.text).toBe('Fine with me.');
    expect(mail.folded).toContain('Northfold Ltd');
  });

  test('of nothing but a greeting is shown and not taken for a signature', async () => {
    expect((await read({ body: plain('Cheers') })).text).toBe('Cheers');
  });

  test('of nothing is empty, with what it quotes folded', async () => {
    expect(await read({ body: plain('') })).toMatchObject({ text: '', folded: '' });
    const quoting = await read({
      body: plain('\n\nOn Fri, Jun 12, 2026 at 10:00 AM Embarka <a@b.example> wrote:\n\n> Hello\n'),
    });
    expect(quoting.text).toBe('');
    expect(quoting.folded).toContain('Hello');
  });

  test('that is longer than a message goes on in what is folded, and beyond that in a file', async () => {
    const long = await read({ body: plain('word '.repeat(2000)) });
    expect(long.text.length).toBeLessThanOrEqual(4000);
    expect(`${long.text} ${long.folded}`.replaceAll(/\s+/g, ' ').trim()).toBe(
      'word '.repeat(2000).trim(),
    );
    const longer = await read({ body: plain('word '.repeat(20_000)) });
    expect(longer.folded.length).toBeLessThanOrEqual(FOLDED_MAX_LENGTH);
    expect(longer.attachments).toMatchObject([{ name: 'mail.txt' }]);
    expect(longer.attachments[0]?.bytes.length).toBeGreaterThan(99_000);
  });
});

describe('the letters of a mail', () => {
  test.each([
    ['iso-8859-1', Buffer.from('Gr\xfc\xdfe aus K\xf6ln', 'latin1'), 'Grüße aus Köln'],
    ['windows-1252', Buffer.from('\x80 20 \x96 fine', 'latin1'), '€ 20 – fine'],
    ['shift_jis', Buffer.from([0x82, 0xb1, 0x82, 0xf1]), 'こん'],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), 'Привет'],
    ['utf-8', Buffer.from('naïve 😀'), 'naïve 😀'],
    ['no-such-charset', Buffer.from('plain'), 'plain'],
  ])('are read in %s', async (charset, bytes, text) => {
    const mail = await read({
      body: base64(`text/plain; charset=${charset}`, new Uint8Array(bytes)),
    });
    expect(mail.text).toBe(text);
  });

  test('that are broken leave a text that can be stored', async () => {
    const body = base64(
      'text/plain; charset=utf-8',
      new Uint8Array([72, 105, 0, 255, 254, 0xed, 0xa0, 0x80, 33]),
    );
    const { text } = await read({ body });
    expect(text).toMatch(/^Hi.*!$/);
    expect(text).not.toContain('\0');
    expect(text.isWellFormed()).toBe(true);
    const broken =
      'Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nH=C3=A9 =ZZ =\nnext=';
    expect((await read({ body: broken })).text).toContain('H');
    expect(
      (await read({ body: 'Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n****' }))
        .text,
    ).toBe('');
  });

  test('of encoded headers are read, and start no header of their own', async () => {
    const mail = await read({
      subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe=0D=0ABcc:_x@y.example?=',
      from: '=?utf-8?B?RWxlbmEgPGV2aWxAeC5leGFtcGxlPg==?= <elena.ruiz@northfold.example>',
    });
    expect(mail.subject).toBe('Grüße Bcc: x@y.example');
    expect(mail.sender).toBe('elena.ruiz@northfold.example');
  });
});

describe('who a mail is from and for', () => {
  test('is an address, or nobody', async () => {
    const senderOf = async (from: string) => (await read({ from })).sender;
    expect(await senderOf('ELENA@Northfold.Example')).toBe('elena@northfold.example');
    expect(await senderOf('"a, b" <elena@northfold.example>, other@x.example')).toBe(
      'elena@northfold.example',
    );
    for (const wicked of [
      '',
      'Elena',
      '<>',
      'a@b',
      'x\u202e@y.example',
      `${'a'.repeat(300)}@y.example`,
    ]) {
      expect(await senderOf(wicked)).toBe('');
    }
  });

  test('is found in what mail servers write, too', async () => {
    const address = `support+${SECRET}@shop.example`;
    for (const header of [
      `Delivered-To: ${address}`,
      `X-Original-To: <${address}>`,
      `Cc: Us <${address.toUpperCase()}>`,
      `X-Delivered-To: ${address}`,
      `Received: from a by b with ESMTPS id x for <${address}>; Fri, 12 Jun 2026 10:00:00 +0000`,
    ]) {
      expect(
        (await read({ to: 'undisclosed-recipients:;', headers: [header] })).receivers,
      ).toContain(address);
    }
  });
});

describe('what no person wrote', () => {
  test.each([
    ['automatic reply', ['Auto-Submitted: auto-replied']],
    ['automatic reply', ['Auto-Submitted: auto-generated (vacation)']],
    ['automatic reply', ['X-Autoreply: yes']],
    ['automatic reply', ['X-Autorespond: Out']],
    ['list', ['Precedence: bulk']],
    ['list', ['Precedence: list']],
    ['list', ['List-Id: <news.x.example>']],
    ['list', ['List-Unsubscribe: <https://x.example>']],
    ['bounce', ['Return-Path: <>']],
    ['bounce', ['X-Failed-Recipients: a@b.example']],
  ] as const)('is known as %s by %s', async (what, headers) => {
    expect((await read({ headers })).automatic).toBe(what);
  });

  test('is known by its sender, its kind and its subject beside a header', async () => {
    expect((await read({ from: 'Mail Delivery <MAILER-DAEMON@mx.example>' })).automatic).toBe(
      'bounce',
    );
    expect(
      (await read({ body: multipart('report; report-type=delivery-status', plain('Failed')) }))
        .automatic,
    ).toBe('bounce');
    for (const subject of [
      'Automatic reply: An answer',
      'Out of Office: back on Monday',
      'Abwesenheitsnotiz',
      'Odpowiedź automatyczna: Re: An answer',
      '自动回复: Re',
      'رد تلقائي: Re',
      'Respuesta automática: hola',
    ]) {
      const headers = ['X-Auto-Response-Suppress: All'];
      expect((await read({ subject, headers })).automatic).toBe('automatic reply');
      expect((await read({ subject })).automatic).toBeUndefined();
    }
  });

  test('is nothing that a person wrote, of holidays say', async () => {
    expect((await read({ headers: ['Auto-Submitted: no'] })).automatic).toBeUndefined();
    expect((await read({ subject: 'Re: I am out of office next week' })).automatic).toBeUndefined();
    expect((await read({ headers: ['X-Auto-Response-Suppress: OOF'] })).automatic).toBeUndefined();
  });

  test('is ours when it carries our header or a name that we gave', async () => {
    expect((await read({ headers: ['X-Embarka-Mail: shop.example'] })).isOwn).toBe(true);
    // Another shop with the same software may send us emails.
    expect((await read({ headers: ['X-Embarka-Mail: other.example'] })).isOwn).toBe(false);
    expect((await read({ messageId: `<${crypto.randomUUID()}@shop.example>` })).isOwn).toBe(true);
    expect((await read({})).isOwn).toBe(false);
    // Apple Mail creates such Message-IDs for senders at the shop's own domain.
    expect(
      (await read({ messageId: `<${crypto.randomUUID().toUpperCase()}@shop.example>` })).isOwn,
    ).toBe(false);
  });
});

describe('what a mail carries', () => {
  test('keeps its bytes and its name, as far as that is one', async () => {
    const mail = await read({
      body: multipart(
        'mixed',
        plain('Here it is.'),
        attachment('plan.pdf', '%PDF-1.4 x'),
        attachment('../../etc/passwd', 'root'),
        base64('image/png', 'png', 'Content-ID: <logo>\nContent-Disposition: inline\n'),
        base64(
          'application/pdf; name="=?utf-8?B?w7xiZXIucGRm?="',
          'x',
          'Content-Disposition: attachment\n',
        ),
        base64(
          'application/pkcs7-signature; name=smime.p7s',
          'signature',
          'Content-Disposition: attachment; filename=smime.p7s\n',
        ),
        attachment('a\u202efdp.exe', 'MZ'),
      ),
    });
    expect(mail.text).toBe('Here it is.');
    expect(mail.attachments.map(({ name }) => name)).toEqual([
      'plan.pdf',
      '../../etc/passwd',
      'über.pdf',
      'a fdp.exe',
      // Shown in the text, such as a logo.
      'attachment.png',
    ]);
    expect(Buffer.from(mail.attachments[0]?.bytes ?? []).toString()).toBe('%PDF-1.4 x');
  });

  test('is no mail of ours inside of it: its links would open the chat', async () => {
    const inner = `Content-Type: message/rfc822\nContent-Disposition: attachment; filename="answer.eml"\n\nFrom: a@b.example\nSubject: x\n\nhttps://shop.example/chat/resume?token=${TOKEN}\n`;
    const mail = await read({ body: multipart('mixed', plain('See below.'), inner) });
    expect(mail.text).toBe('See below.');
    expect(mail.attachments).toEqual([]);
    expect(mail.notAdded.map(showMessage)).toEqual([
      "“answer.eml” wasn't added because an email inside an email may contain links that open chats.",
    ]);
    expect(JSON.stringify(mail)).not.toContain(TOKEN);
  });

  test('is no part of the mail that a program sends as a file, with the links that it quotes', async () => {
    const page = `<html><a href="https://shop.example/chat/resume?token=${TOKEN}">Open</a></html>`;
    const mail = await read({
      body: multipart(
        'mixed',
        plain('See.'),
        attachment('ATT00001.htm', page, 'text/html'),
        attachment('order.txt', `https://shop.example/order/${TOKEN}`, 'text/plain'),
        attachment('winmail.dat', 'x', 'application/ms-tnef'),
        attachment('plan.txt', 'An order/plan, with a token=1', 'text/plain'),
      ),
    });
    expect(mail.attachments.map(({ name }) => name)).toEqual(['plan.txt']);
    expect(mail.notAdded.map(showMessage)).toEqual([
      "“ATT00001.htm” wasn't added because it contains a link that opens a chat or an order.",
      "“order.txt” wasn't added because it contains a link that opens a chat or an order.",
      "“winmail.dat” wasn't added because only Outlook can read it.",
    ]);
  });

  test('of a mail that was cut is named and not kept', async () => {
    const whole = mime({
      body: multipart('mixed', plain('Large.'), attachment('film.mp4', 'x'.repeat(4000))),
    });
    const mail = await read(whole.slice(0, 2000), { isCut: true });
    expect(mail.text).toBe('Large.');
    expect(mail.attachments).toEqual([]);
    expect(mail.notAdded.map(showMessage)).toEqual([
      "“film.mp4” wasn't added because the email is too large.",
      'This email is too large to show in full. The rest is only in the mailbox.',
    ]);
  });
});

describe('a mail that is none', () => {
  test('is read as what there is of it', async () => {
    expect(await read(new Uint8Array())).toMatchObject({ text: '', sender: '', messageId: '' });
    expect(
      await read(new Uint8Array(Buffer.from('\0\xff\xfe'.repeat(5000), 'latin1'))),
    ).toMatchObject({ sender: '' });
    expect(await read({ body: 'Content-Type: multipart/mixed\n\nno boundary' })).toBeDefined();
    expect(
      await read({ body: 'Content-Type: multipart/mixed; boundary=""\n\n--\nx' }),
    ).toBeDefined();
  });

  test('nested or headed beyond reason is refused', async () => {
    const nested = Array.from(
      { length: 2000 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
    ).join('');
    await expect(read({ body: nested })).rejects.toThrow(/nesting/i);
    await expect(read({ headers: [`X-Long: ${'a'.repeat(600_000)}`] })).rejects.toThrow(/header/i);
  });
});

describe('an email with many lines', () => {
  const lines = (count: number) => 'x\n'.repeat(count);

  test('is read, and its text file keeps every line', async () => {
    const blank = await read({ body: plain(`Yes, please.${'\n'.repeat(200_000)}`) });
    expect(blank.text).toBe('Yes, please.');
    const file = `Content-Type: text/plain\nContent-Disposition: attachment; filename="a.log"\n\n`;
    const log = await read({ body: multipart('mixed', plain('The log.'), file + lines(60_000)) });
    expect(log.text).toBe('The log.');
    const text = Buffer.from(log.attachments[0]?.bytes ?? []).toString();
    expect(text.replaceAll('\r\n', '\n').trimEnd()).toBe(lines(60_000).trimEnd());
  });

  test('reaches the parser with few lines, because the parser is slow with lines', () => {
    const raw = Buffer.from(`From: a@b.example\n${plain(lines(60_000))}`);
    expect(encodeLongParts(raw).toString().split('\n').length).toBeLessThan(20);
  });

  test('is decoded as its header says', async () => {
    const header = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding:';
    const quoted = await read({
      body: `${header} quoted-printable\n\nGr=C3=BC=\n=C3=9Fe\n${'\n'.repeat(2000)}`,
    });
    expect(quoted.text).toBe('Grüße');
    const plainText = await read({ body: `${header} 8bit\n\nGrüße\n${'\n'.repeat(2000)}` });
    expect(plainText.text).toBe('Grüße');
  });

  test.each([
    [
      'before the first part',
      (many: string) => multipart('mixed', plain('Yes.')).replace('\n\n', `\n\n${many}`),
    ],
    ['after the last part', (many: string) => `${multipart('mixed', plain('Yes.'))}${many}`],
    ['in base64', (many: string) => `${base64('text/plain', 'Yes.')}\n${many}`],
    [
      'in many parts',
      () => multipart('mixed', ...Array.from({ length: 399 }, () => plain(lines(200)))),
    ],
  ])('is refused if they are %s', async (_, body) => {
    await expect(read({ body: body('\n'.repeat(60_000)) })).rejects.toThrow('too many lines');
  });
});
