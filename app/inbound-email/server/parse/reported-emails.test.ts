import { expect, describe, test } from 'vitest';
import { plain } from '../../../../tests/support/mime.ts';
import { readMail } from './read-mail.ts';

const read = (header: string, body: Uint8Array | string) =>
  readMail(
    {
      raw: Buffer.concat([
        Buffer.from(`From: Nora <nora@mail.example>\r\n${header}\r\n\r\n`, 'latin1'),
        typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
      ]),
      isCut: false,
      replyAddress: 'support@shop.example',
      fromAddress: 'support@shop.example',
      ownHostname: 'shop.example',
    },
    { isSplit: true },
  );

const readText = (text: string, subject = 'Re: Sync') =>
  read(`Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8`, text);
const readHtml = (html: string) =>
  read('Subject: Re: Sync\r\nContent-Type: text/html; charset=utf-8', html);

describe('reported: said, but hidden or lost', () => {
  test.each([
    ['a row of dashes', 'Above.\n\n--------\n\nBelow.'],
    [
      'shell commands with angle brackets',
      'Run this:\n\n< /dev/data/snapshot ssh hybris cat\n> /dev/data/copy\nand tell us.',
    ],
    ['comments in code', '# This must stay\n#\n# It is code\n####\nCode code code'],
    ['dashes in a sentence', 'Omnis nisi--ratione omnis qui suscipit.\n## \n\nName'],
    ['an address alone', 'You can still read this:\n\n1.1.1.1,www.harbour.example\n\nAnd this.'],
    [
      'an email handed on by hand',
      'I hope you enjoy it!\n\nFrom: Jo Brandt <jo@elsewhere.example>\nTo: A list <list@elsewhere.example>\nSubject: Some subject\n\nThe original.',
    ],
    [
      'a paragraph that begins with On',
      'On Monday we met and I wrote:\nnothing. On Friday we talk again.',
    ],
  ])('%s', async (_name, text) => {
    const mail = await readText(text);
    expect(mail.text).toBe(text);
    expect(mail.folded).toBe('');
  });

  test('a line with a mark above an answer', async () => {
    const mail = await readText(
      '> keep in mind 😂\nThis is a test.\n\nOn Wed, Jun 3, 2026 at 3:13 PM <support@shop.example> wrote:\n\n> LGTM\n>\n',
    );
    expect(mail.text).toBe('> keep in mind 😂\nThis is a test.');
  });

  test('an email that a container of Gmail wraps', async () => {
    const mail = await readHtml(
      '<div dir="ltr"><span>Heather,</span></div><div class="gmail_quote gmail_quote_container"><div>Thank you for the offer.</div><div>We take it.</div></div>',
    );
    expect(mail.text).toBe('Heather,\nThank you for the offer.\nWe take it.');
  });

  test('an answer in a blockquote that its writer made', async () => {
    const page = '<p>As the poem says:</p><blockquote><p>Blue</p></blockquote><p>Print it.</p>';
    expect((await readHtml(page)).text).toBe('As the poem says:\n\nBlue\n\nPrint it.');
  });
});

describe('reported: shown, though nobody wrote it', () => {
  test.each([
    [
      'Norwegian, the bracket on a line of its own',
      'Takk!\n\nons. 3. juni 2026 kl. 14:05 skrev Globex Support <support@shop.example\n>:\n\n> Hei\n\nWeb: www.elsewhere.example',
      'Takk!\n\n\nWeb: www.elsewhere.example',
    ],
    [
      'Swedish, broken in the address',
      'Bra!\n\ntors 4 juni 2026 kl 13:30 skrev Embarka <\nsupport@shop.example>:\n\n> Hej\n',
      'Bra!',
    ],
    [
      'Swedish, the verb on a line of its own',
      'Bra!\n\nDen tors 4 juni 2026 kl 13:30, Embarka <support@shop.example>\nskrev:\n\n> Hej\n',
      'Bra!',
    ],
    [
      'a long name, broken in the address',
      'Greetings\n\n2026-06-04 13:29 GMT+02:00 Very long author name <\nsupport@shop.example>:\n\n> Quoted\n> [...]\n',
      'Greetings',
    ],
    [
      'Danish Outlook with copies',
      'Ja tak.\n\nFra: Embarka <support@shop.example>\nSendt: 4. juni 2026 10:02\nTil: Nora <nora@mail.example>\nCc: Jo <jo@elsewhere.example>\nEmne: Sync\n\nGammel besked',
      'Ja tak.',
    ],
    [
      'a title, without addresses',
      'Both work.\n\nThanks,\n\nT.\n\n----------- Original Message -----------\nFrom: "S."\nDate: Wednesday, June 3rd 2026 at 3:59 pm\nSubject: Sync\nTo: "R." ,\nCc: "K."\n\n> Hey\n > \n > Tuesday: 3: 30 - 6pm\n',
      'Both work.\n\nThanks,\n\nT.',
    ],
    [
      'brackets around the address',
      'No line below.\n\nFrom: CRM [support@shop.example]\nSent: Wednesday, 3 June 2026 5:08 p.m.\nTo: Nora\nSubject: Sync\n\nOld',
      'No line below.',
    ],
    [
      'Airmail, two empty lines',
      'Yes.\n\nOn 3 June 2026 at 15:13:01, Embarka (support@shop.example) said:\n\n\n> Hello\n',
      'Yes.',
    ],
    ['a bold mark above a signature', 'Yes.\n\n*-- *\n*Nora Lind*\n', 'Yes.'],
    [
      'a webmailer, date alone, German',
      'Ja.\n\nAm Donnerstag, dem 4. Juni 2026 schrieb das Team von Embarka:\n> Hallo\n',
      'Ja.',
    ],
    [
      'a webmailer, date alone, Spanish',
      'Sí.\n\nEl jueves, 4 de junio de 2026, el equipo de Embarka escribió:\n> Hola\n',
      'Sí.',
    ],
    [
      'Roundcube, below the answer',
      'On 2026-06-03 12:12, Embarka wrote:\n> Which?\n\nThe blue one.\n',
      'The blue one.',
    ],
  ])('%s', async (_name, text, said) => {
    expect((await readText(text)).text).toBe(said);
  });

  test.each([
    [
      'one element around both',
      '<div><p>Reply</p><p><b>From:</b> support@shop.example<br><b>Sent:</b> Wednesday, June 3, 2026 5:08 PM<br><b>Subject:</b> Sync</p><p>Original</p></div>',
    ],
    [
      'Outlook on iOS',
      '<div>Reply</div><div id="divRplyFwdMsg">From: a<br>Date: b<br>Subject: c</div><div>Original</div>',
    ],
    [
      'Outlook with a space in its style',
      '<p>Reply</p><div style="border: none; border-top: solid #B5C4DF 1.0pt; padding: 3.0pt 0cm 0cm 0cm"><p>Fra: support@shop.example<br>Sendt: 3. juni 2026 17:08<br>Emne: Sync</p></div><p>Original</p>',
    ],
    [
      'nested quotations of Gmail',
      '<div>Reply</div><div class="gmail_quote">On Jun 3, 2026 5:08 PM, support@shop.example wrote:<blockquote class="gmail_quote">Original</blockquote></div>',
    ],
    [
      'Yahoo',
      '<div>Reply</div><div class="yahoo_quoted"><div>On Wednesday, Embarka wrote:</div><div>Original</div></div>',
    ],
  ])('%s', async (_name, html) => {
    const mail = await readHtml(html);
    expect(mail.text).toBe('Reply');
    expect(mail.folded).toContain('Original');
  });
});

describe('reported: letters', () => {
  test.each([
    ['text/html; charset="gb2312"', Buffer.from('<p>Colour – blue</p>', 'utf8'), 'Colour – blue'],
    [
      'text/plain',
      Buffer.from('R\xf8d, bl\xe5 og gr\xe6ssgr\xf8n', 'latin1'),
      'Rød, blå og græssgrøn',
    ],
    [
      'text/plain; charset=windows-1258',
      Buffer.from('Merci de m\x92\xe9tablir un devis', 'latin1'),
      'Merci de m’établir un devis',
    ],
    ['text/html; charset="us-ascii"', Buffer.from('<p>温馨提示</p>', 'utf8'), '温馨提示'],
    [
      'text/plain; charset=gb2312',
      Buffer.from('\xa4\xa4\xa4\xc4\xa4\xe2\xa4\xaa\xca\xc0\xd4\x92', 'latin1'),
      'いつもお世話',
    ],
    [
      'text/plain; charset="iso-2022-jp-ms"',
      Buffer.from('GyRCLWokIiQkJCYkKCQqfGIkKyQtJC8kMSQzGyhC', 'base64'),
      '㈱あいうえお髙かきくけこ',
    ],
    [
      'text/plain; charset="ISO-2022-JP"',
      Buffer.from('\x1b$B!}\x1b(BWindows8\x1b$BHG\x1b(B', 'latin1'),
      '◎Windows8版',
    ],
    ['text/plain; charset=cp932', Buffer.from('\x82\xb1\x82\xf1', 'latin1'), 'こん'],
  ])('%s', async (type, body, text) => {
    expect((await read(`Content-Type: ${type}`, body)).text).toBe(text);
  });

  test.each([
    ['Der E-Plus Netzqualit\xe4ts Thread', 'Der E-Plus Netzqualitäts Thread'],
    ['=?iso-2022-jp-ms?B?GyRCLWokIiQkJCYkKCQqfGIkKyQtJC8kMSQzGyhC?=', '㈱あいうえお髙かきくけこ'],
  ])('in a subject: %s', async (subject, text) => {
    expect((await read(`Subject: ${subject}`, plain('x'))).subject).toBe(text);
  });
});
