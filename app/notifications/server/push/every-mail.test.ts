import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyRow } from '../../../../tests/support/every-row.ts';
import { confirmAddressMail } from '../../../chat/server/email-verification/ask-confirmation.server.ts';
import { answersMail, linkMail } from '../../../chat/server/email/visitor-mails.ts';
import { orderMail } from '../../../orders/server/order/mail-order.server.ts';
import { paymentProblemMail } from '../../../orders/server/refund/notify-managers.server.ts';
import { createLog } from '../../../platform/log.server.ts';
import '../../../i18n/messages.server.ts';
import { speechIn, msg } from '../../../i18n/translate.ts';
import { speaking } from '../../../platform/speech.server.ts';
import { openMailFolder } from '../../../platform/email/open-mail.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { confirmationMail } from '../../../reviews/server/confirm-review.server.ts';
import {
  accountExistsMail,
  approvedMail,
  factorAddedMail,
  factorRemovedMail,
  factorsResetMail,
  invitationMail,
  passwordChangedMail,
  passwordResetMail,
  providerConnectedMail,
  providerDisconnectedMail,
  recoveryCodesMadeMail,
  recoveryCodeUsedMail,
  verificationMail,
} from '../../../accounts/server/sign-in/team-mails.ts';
import { digestMail, testMail } from './notification-mails.ts';

const TO = 'elena.ruiz@northfold.example';
const TOKEN = 'x'.repeat(43);
const at = new Date('2026-06-12T10:00:00Z');

/** Every email, with a given text in each place that a person can influence. */
const MAILS: Readonly<Record<string, (text: string) => MailMessage>> = {
  verification: (text) => verificationMail(by(text), TO, TOKEN, { at, browser: text }),
  'account exists': (text) => accountExistsMail(by(text), TO),
  'password reset': (text) => passwordResetMail(by(text), TO, TOKEN),
  'password changed': (text) => passwordChangedMail(by(text), TO),
  'factor added': (text) => factorAddedMail(by(text), TO, msg('passkey')),
  'factor removed': (text) => factorRemovedMail(by(text), TO, msg('passkey')),
  'recovery code used': (text) => recoveryCodeUsedMail(by(text), TO, 3),
  'recovery codes made': (text) => recoveryCodesMadeMail(by(text), TO),
  'factors reset': (text) => factorsResetMail(by(text), TO),
  'provider connected': (text) => providerConnectedMail(by(text), TO, text),
  'provider disconnected': (text) => providerDisconnectedMail(by(text), TO),
  invitation: (text) => invitationMail(by(text), TO, 'agent', TOKEN),
  approval: (text) => approvedMail(by(text), TO, 'agent'),
  'review confirmation': (text) => confirmationMail(by(text), TO, text, TOKEN),
  'unread answers': (text) =>
    answersMail(by(text), TO, TOKEN, [{ text, agentName: text }], 3, 'support+0a@shop.example'),
  'link of a chat': (text) => linkMail(by(text), TO, TOKEN),
  'confirmation of an address': (text) => confirmAddressMail(by(text), TO, TOKEN, '482913'),
  'payment problem': (text) =>
    paymentProblemMail(by(text), TO, { key: 'refund 1', number: 'E-1001', said: text }),
  'step of an order': (text) =>
    orderMail(by(text), TO, { number: 1001, amount: 30_000, currency: 'USD' }, `/order/${TOKEN}`, {
      transition: 'deliver',
      said: 'Delivered.',
      why: text,
    }),
  digest: (text) =>
    digestMail(by(text), TO, {
      visitors: [{ visitorId: 'a', email: text, unread: 2 }],
      visitorCount: 2,
      queueCount: 1,
      newestAt: at,
    }),
  'test of notifications': (text) => testMail(by(text), TO),
};

const by = (brandName: string) => ({ origin: 'https://shop.example', brandName });

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
  const rows = Object.entries(MAILS).flatMap(([mail, write]) =>
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
        'Reply-To',
      ];
      // This header identifies our own emails when they come back.
      expect(lines.join('\n')).toMatch(/^X-Embarka-Mail: [\w.-]+$/m);
      expect(new Set(names.filter((name) => !optional.includes(name ?? '')))).toEqual(
        new Set(known),
      );
      expect(names).toHaveLength(new Set(names).size);
      expect(lines.find((line) => line.startsWith('To:'))).toBe(`To: ${TO}`);
      const subject = decodeHeader(
        (lines.find((line) => line.startsWith('Subject:')) ?? '').slice('Subject:'.length).trim(),
      );
      expect(subject).not.toMatch(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]|=\?/u);
      expect(Array.from(subject).length).toBeLessThanOrEqual(200);
      for (const line of raw.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThan(999);
    },
  );
});

function readHtml(html: string): { readonly words: string; readonly links: Set<string> } {
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => plain(href));
  const body = html.slice(html.indexOf('<body'));
  return { words: plain(body.replaceAll(/<[^>]+>/g, '\n')), links: new Set(links) };
}

test('every mail says in HTML what it says as text', async () => {
  await everyRow(
    Object.entries(MAILS),
    ([mail]) => mail,
    ([, write]) => {
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
      expect(new Set(more)).toEqual(said.has('Shop & <Co>') ? new Set() : new Set(['Shop & <Co>']));
      for (const link of links) expect(lines).toContain(link);
    },
  );
});

/** Words that never occur in Spanish sentences. */
const ENGLISH =
  /\b(?:the|and|of|is|are|with|your|you|this|that|was|for|from|passkey|agent|answers?)\b/i;

test('every mail is Spanish for somebody who reads Spanish', async () => {
  await everyRow(
    Object.entries(MAILS),
    ([mail]) => mail,
    ([, write]) => {
      const { subject, text } = speaking(speechIn('es'), () => write('Tienda'));
      const said = [subject, ...text.split('\n')].filter(
        (line) => !/^https:\/\/|^\S+@\S+$/.test(line),
      );
      expect(said.filter((line) => ENGLISH.test(line))).toEqual([]);
    },
  );
});

test('every function that writes a mail is in the table above', async () => {
  const files = [
    'accounts/server/sign-in/team-mails.ts',
    'reviews/server/confirm-review.server.ts',
  ];
  files.push(
    'chat/server/email-verification/ask-confirmation.server.ts',
    'chat/server/email/visitor-mails.ts',
  );
  files.push(
    'notifications/server/push/notification-mails.ts',
    'orders/server/order/mail-order.server.ts',
  );
  files.push('orders/server/refund/notify-managers.server.ts');
  const root = new URL('../../../', import.meta.url);
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, root), 'utf8')));
  const writers = sources.flatMap((source) => [
    ...source.matchAll(/^export function (\w+Mail)\(/gm),
  ]);
  expect(writers).toHaveLength(Object.keys(MAILS).length);
});
