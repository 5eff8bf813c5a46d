import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyRow } from '../../../../tests/support/every-row.ts';
import {
  SAMPLE_LIST,
  SAMPLES,
  SAMPLE_TO,
  typedEverywhere,
} from '../../../../tests/support/sample-emails.ts';
import { answersMail } from '../../../chat/server/email/visitor-mails.ts';
import { contrast, brandColours } from '../../../catalogue/server/content/brand-colour.ts';
import '../../../i18n/messages.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import { EMAIL_KINDS } from '../../../platform/email/email-kinds.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { openMailFolder } from '../../../platform/email/open-mail.server.ts';
import { FIRST_LOOK, lookAs, MAIL_COLOURS } from '../../../platform/email/write-mail.server.ts';
import { LANGUAGES } from '../../../platform/languages.ts';
import { createLog } from '../../../platform/log.server.ts';
import { speaking } from '../../../platform/speech.server.ts';

const MAILS = SAMPLE_LIST.map(({ name, write }) => ({
  mail: name,
  write: (text: string) => write(typedEverywhere(text)),
}));

const TRICKS: Readonly<Record<string, string>> = {
  script: '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  'a closed title': '</title></head><body><h1>Pay here</h1>',
  'a header': 'Shop\r\nBcc: everybody@embarka.example\r\n\r\nPay here',
  'a bare line feed': 'Shop\nX-Evil: 1',
  'an encoded word': '=?utf-8?B?UGF5IGhlcmU=?= =?utf-8?Q?=0D=0ABcc:_x?=',
  'a turned direction': 'Shop \u202Etxt.exe\u202C \u2066x\u2069 \u200F',
  'a line separator': 'Shop\u2028Bcc: x\u2029y\u0085z',
  'half a character': 'Shop \uD83D and \uDE00',
  'ten thousand letters': 'W'.repeat(10_000),
  'ten thousand marks': `a${'\u0301'.repeat(10_000)}`,
  'a boundary': '--=_NextPart_1\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  'a lone dot': '.\r\n.\r\nMAIL FROM:<x@y.example>',
};

/** Returns the raw email, or `undefined` if it is refused before it is built. */
async function compose(message: MailMessage): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-mails-'));
  const transport = openMailFolder(folder, () => 'desk@embarka.example', createLog('silent'));
  try {
    await transport.deliver(message);
    const [name = ''] = await readdir(folder);
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if (String(error).includes('control character')) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const unfold = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
const decodeQ = (text: string) =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8');
const decodeHeader = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : decodeQ(word),
    );

test('no mail is led astray by a text that somebody wrote', async () => {
  const rows = MAILS.flatMap(({ mail, write }) =>
    Object.entries(TRICKS).map(([trick, text]) => ({ mail, write, trick, text })),
  );
  await everyRow(
    rows,
    ({ mail, trick }) => `${mail}, with ${trick}`,
    async ({ write, text }) => {
      const message = write(text);
      // The inserted text adds no tags to those of the template.
      const tags = (html = '') => new Set(html.match(/<\/?[a-z!][^\s>]*/gi));
      expect(tags(message.html)).toEqual(tags(write('Shop').html));
      const raw = await compose(message);
      if (raw === undefined) return;
      const end = raw.search(/\r?\n\r?\n/);
      const lines = unfold(raw.slice(0, end));
      const names = lines.map((line) => /^([\w-]+):/.exec(line)?.[1]);
      const known = [
        'From',
        'To',
        'Subject',
        'Message-ID',
        'Date',
        'MIME-Version',
        'Content-Type',
        'X-Auto-Response-Suppress',
        'X-Embarka-Mail',
      ];
      const optional = [
        'Auto-Submitted',
        'Content-Transfer-Encoding',
        'List-Unsubscribe',
        'List-Unsubscribe-Post',
        'Reply-To',
      ];
      // This header identifies our own emails when they come back.
      expect(lines.join('\n')).toMatch(/^X-Embarka-Mail: [\w.-]+$/m);
      expect(new Set(names.filter((name) => !optional.includes(name ?? '')))).toEqual(
        new Set(known),
      );
      expect(names).toHaveLength(new Set(names).size);
      expect(lines.find((line) => line.startsWith('To:'))).toBe(`To: ${message.to}`);
      const subject = decodeHeader(
        (lines.find((line) => line.startsWith('Subject:')) ?? '').slice('Subject:'.length).trim(),
      );
      expect(subject).not.toMatch(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]|=\?/u);
      expect(Array.from(subject).length).toBeLessThanOrEqual(200);
      for (const line of raw.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThan(999);
    },
  );
});

const HINT = "If the button doesn't work, open this address:";

function readHtml(html: string): { readonly words: string; readonly links: Set<string> } {
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => plain(href));
  const body = html
    .slice(html.indexOf('<body'))
    // The line that inboxes show repeats the body, and ends with invisible characters.
    .replace(/<div style="display:none[^]*?<\/div>/, '')
    .replaceAll('</td><td', ': </td><td')
    .replaceAll(/<\/?(?:strong|span)\b[^>]*>|<\/td><td[^>]*>/g, '');
  return { words: plain(body.replaceAll(/<[^>]+>/g, '\n')), links: new Set(links) };
}

test('every mail says in HTML what it says as text', async () => {
  await everyRow(
    MAILS,
    ({ mail }) => mail,
    ({ write }) => {
      const { text, html = '' } = write('Shop & <Co>');
      const { words, links } = readHtml(html);
      const lines = text.split('\n').filter(Boolean);
      const missing = lines.filter((line) => {
        if (links.has(line)) return false;
        // The colon is missing in HTML where the text is a link.
        return !words.includes(line) && !words.includes(line.replace(/:$/, ''));
      });
      expect(missing).toEqual([]);
      const said = new Set(lines.flatMap((line) => [line, line.replace(/:$/, '')]));
      const more = words.split('\n').filter((line) => line.trim() !== '' && !said.has(line));
      const labels = [...html.matchAll(/<a class="button"[^>]*>([^<]*)/g)].map(
        ([, label]) => label,
      );
      expect(more.filter((line) => line !== HINT && !labels.includes(line))).toEqual([]);
      for (const link of links) expect(lines).toContain(link);
    },
  );
});

/** Words that never occur in Spanish sentences. */
const ENGLISH =
  /\b(?:the|and|of|is|are|with|your|you|this|that|was|for|from|passkey|agent|answers?)\b/i;

test('every mail is Spanish for somebody who reads Spanish', async () => {
  await everyRow(
    MAILS,
    ({ mail }) => mail,
    ({ write }) => {
      const { subject, text } = speaking(speechIn('es'), () => write('Tienda'));
      const said = [subject, ...text.split('\n')].filter(
        (line) => !/^https:\/\/|^\S+@\S+$/.test(line),
      );
      expect(said.filter((line) => ENGLISH.test(line))).toEqual([]);
    },
  );
});

test('every kind of mail has a sample, which is of that kind, and is written in one place', async () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual([...EMAIL_KINDS].toSorted());
  for (const { kind, name, write } of SAMPLE_LIST) {
    expect({ name, kind: write(typedEverywhere('Shop')).kind }).toEqual({ name, kind });
  }
  const root = new URL('../../../', import.meta.url);
  const files = await readdir(root, { recursive: true });
  const sources = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFile(new URL(file, root), 'utf8')),
  );
  const writers = sources.filter((source) => /\bwriteMail\(/.test(source)).join('\n');
  const written = [...writers.matchAll(/^ +kind: '([\w-]+)',$/gm)].map(([, kind = '']) => kind);
  expect(written.toSorted()).toEqual([...EMAIL_KINDS].toSorted());
});

/** The pairs of text and background in the layout. */
const PAIRS = [
  ['ink', 'page'],
  ['ink', 'card'],
  ['ink', 'sunken'],
  ['small', 'page'],
  ['small', 'card'],
] as const;

test.each(['day', 'night'] as const)(
  'every text can be read by %s, in each brand colour',
  (when) => {
    const colours = MAIL_COLOURS[when];
    for (const [text, ground] of PAIRS) {
      expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
    }
    for (const look of [FIRST_LOOK, brandColours('#7a1f5c'), brandColours('#1d4d2b')]) {
      const { primary, onPrimary } = look[when];
      expect(contrast(onPrimary, primary)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [colours.page, colours.card]) {
        expect(contrast(primary, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test('no mail has a colour that the test above does not know', async () => {
  const known = new Set([
    ...Object.values(MAIL_COLOURS).flatMap((colours) => Object.values(colours)),
    ...[FIRST_LOOK.day, FIRST_LOOK.night].flatMap((theme) => Object.values(theme)),
    // The plate behind a logo without a form for dark mode.
    '#fff',
  ]);
  await everyRow(
    MAILS,
    ({ mail }) => mail,
    ({ write }) => {
      const { html = '' } = write('Shop');
      const used = html.replaceAll(/&#\d+;/g, '').match(/#[\da-f]{3,8}\b/gi) ?? [];
      expect(used.filter((colour) => !known.has(colour))).toEqual([]);
    },
  );
});

test.each(LANGUAGES)(
  'every mail in %s is one layout that mail programs can show',
  async (language) => {
    const stop = lookAs(() => ({
      ...FIRST_LOOK,
      site: 'https://shop.example',
      logo: { src: 'https://shop.example/media/logo.png', isNamed: false },
    }));
    try {
      await everyRow(
        MAILS,
        ({ mail }) => mail,
        ({ write }) => {
          const { html = '', text } = speaking(speechIn(language), () => write('Shop'));
          const direction = language === 'ar' ? 'rtl' : 'ltr';
          expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
          expect(html).toContain('<meta name="color-scheme" content="light dark">');
          expect(html).toContain('@media (prefers-color-scheme:dark)');
          expect(html).toMatch(/max-width:600px/);
          expect(html.match(/<h1/g)).toHaveLength(1);
          expect(html.match(/<a class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
          // Gmail drops a larger style sheet, and cuts a larger email.
          expect(/<style>([^]*?)<\/style>/.exec(html)?.[1]?.length).toBeLessThan(8192);
          expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
          // Only the logo is loaded, which names the shop where pictures are off.
          expect(html.match(/<(?:img|link|script|iframe|object)\b[^>]*/g)).toEqual([
            expect.stringContaining('alt="Shop"'),
          ]);
          expect(html).not.toMatch(/url\(|@import|src="(?!https:)/);
          expect(text.endsWith('\n\nShop\nhttps://shop.example\n')).toBe(true);
        },
      );
    } finally {
      stop();
    }
  },
);

test('the longest mail stays below the limit at which Gmail cuts it', () => {
  const answers = Array.from({ length: 5 }, () => ({
    text: 'a\n'.repeat(2000),
    agentName: 'M'.repeat(200),
  }));
  const { html = '' } = answersMail(
    { origin: 'https://shop.example', brandName: 'Shop' },
    SAMPLE_TO,
    'x'.repeat(43),
    answers,
    3,
  );
  expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
});

test('codes, account notices, orders and invoices can’t be unsubscribed from', () => {
  const stoppable = SAMPLE_LIST.filter(({ write }) => write(typedEverywhere('Shop')).unsubscribe);
  // Those of the team get their address where they are sent.
  expect(stoppable.map(({ kind }) => kind)).toEqual(['chat-reply', 'chat-link']);
});
