import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { readSender, senderOf, toEnvelope, type MailMessage, type MailSender } from './mail.ts';

async function write(
  message: Partial<MailMessage>,
  from: MailSender = readSender('help@shop.example', 'Embarka'),
) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const mail = { to: 'nora@x.example', subject: 'Hello', text: 'See you.\n', ...message };
  const { message: bytes } = await transport.sendMail(toEnvelope(from, mail));
  const raw = Buffer.isBuffer(bytes) ? bytes.toString() : '';
  return { raw, parsed: await PostalMime.parse(raw) };
}

describe('From', () => {
  test.each([
    ['help@shop.example', 'Embarka', 'Embarka'],
    ['help@shop.example', 'Müller & Söhne, „Druck“ <GmbH>', 'Müller & Söhne, „Druck“ <GmbH>'],
    ['help@shop.example', '日本の印刷屋'.repeat(6), '日本の印刷屋'.repeat(6)],
    ['Harbour Desk <help@shop.example>', 'Embarka', 'Harbour Desk'],
    ['"Harbour, Desk" <help@shop.example>', 'Embarka', 'Harbour, Desk'],
    ['Harbour, Desk <help@shop.example>', 'Embarka', 'Harbour, Desk'],
  ])('of %s in the shop %s shows %s', async (from, shop, name) => {
    const { raw, parsed } = await write({}, readSender(from, shop));
    expect(parsed.from).toMatchObject({ name, address: 'help@shop.example' });
    // oxlint-disable-next-line no-control-regex -- what may not be in a header
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\x00-\x7f]*$/);
  });
});

test.each([
  'Re: Grüße aus Köln',
  `Re: ${'长'.repeat(190)}`,
  `Re: ${'👩‍👩‍👧 '.repeat(30).trim()}`,
  `Re: ${'word '.repeat(38).trim()}`,
  'Re: = ?utf-8?Q?x?=',
])('a subject arrives as it was written, in lines that every server takes: %s', async (subject) => {
  const { raw, parsed } = await write({ subject });
  expect(parsed.subject).toBe(subject.replaceAll('=?', '= ?'));
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n');
  expect(Math.max(...head.map((line) => line.length))).toBeLessThanOrEqual(100);
});

describe('the thread', () => {
  const ids = Array.from({ length: 11 }, (_, index) => `<${'x'.repeat(80)}${index}@x.example>`);

  test('stands in In-Reply-To and References, in their order', async () => {
    const { parsed, raw } = await write({ inReplyTo: ids[10], references: ids });
    expect(parsed.inReplyTo).toBe(ids[10]);
    expect(parsed.references?.split(/\s+/)).toEqual(ids);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(200);
  });

  test('of a first email has neither', async () => {
    const { raw } = await write({ references: [] });
    expect(raw).not.toMatch(/^(?:In-Reply-To|References):/m);
  });
});

test('every email says that it is ours and wants no automatic answer; those of programs that they are', async () => {
  const { raw } = await write({ messageId: '<1@desk.example>' });
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^X-Auto-Response-Suppress: .*OOF, AutoReply\r$/m);
  expect(raw).toMatch(/^X-Embarka-Mail: desk\.example\r$/m);
  const personal = await write({ isPersonal: true });
  expect(personal.raw).not.toContain('Auto-Submitted');
  expect(personal.raw).toMatch(/^X-Auto-Response-Suppress: /m);
  expect(personal.raw).toMatch(/^X-Embarka-Mail: shop\.example\r$/m);
});

describe('an answer', () => {
  const sender = { name: 'Embarka', address: 'desk@shop.example', replyTo: 'help@shop.example' };

  test('goes to the conversation, or else to the contact address', async () => {
    const chat = await write({ replyTo: 'support+0a@shop.example' }, sender);
    expect(chat.parsed.replyTo?.map(({ address }) => address)).toEqual(['support+0a@shop.example']);
    const other = await write({}, sender);
    expect(other.parsed.replyTo?.map(({ address }) => address)).toEqual(['help@shop.example']);
  });

  test('goes to the sender where the shop has no other address', async () => {
    const { raw } = await write({}, { ...sender, replyTo: sender.address });
    expect(raw).not.toContain('Reply-To');
    const settings = { mailFrom: 'desk@shop.example', brandName: 'Shop' };
    expect(senderOf({ ...settings, supportEmail: 'support@embarka.example' })).toEqual({
      name: 'Shop',
      address: 'desk@shop.example',
    });
    expect(senderOf({ ...settings, supportEmail: 'help@shop.example' }).replyTo).toBe(
      'help@shop.example',
    );
  });
});

test.each([
  ['Maya Okafor', 'Maya Okafor (Embarka)'],
  ['Müller, "Anna"', 'Müller, "Anna" (Embarka)'],
  ['Maya\r\nBcc: all@embarka.example', 'Maya Bcc: all@embarka.example (Embarka)'],
])('a text that %s wrote comes from them at the shop', async (author, name) => {
  const { raw, parsed } = await write({ author, isPersonal: true });
  expect(parsed.from).toMatchObject({ name, address: 'help@shop.example' });
  expect(raw).not.toMatch(/^Bcc:/m);
});

test('an email that can be stopped says so in the way of RFC 8058, and no other does', async () => {
  const unsubscribe = 'https://shop.example/chat/unsubscribe?token=x';
  const { raw } = await write({ unsubscribe });
  expect(raw.replaceAll(/\r\n[ \t]+/g, ' ')).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect((await write({})).raw).not.toContain('List-Unsubscribe');
});
