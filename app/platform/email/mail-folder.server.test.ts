import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Settings } from '../settings.server.ts';
import { openMailFolder, openMailTransport } from './open-mail.server.ts';

let folder: string | undefined;
afterEach(() => (folder ? rm(folder, { recursive: true }) : undefined));

async function sendOne(subject = 'Set a new password') {
  folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const mailTransport = openMailFolder(join(folder, 'outbox'), () => 'desk@embarka.example', log);
  const link = 'https://shop.example/reset-password?token=abc';
  await mailTransport.deliver({
    to: 'maya@embarka.example',
    subject,
    text: `Here:\n${link}\n`,
    link,
  });
  const [name = ''] = await readdir(join(folder, 'outbox'));
  return { file: join(folder, 'outbox', name), lines, link };
}

test('a mail becomes a file for its owner alone, and its link a line of the log', async () => {
  const { file, lines, link } = await sendOne();
  expect(file).toMatch(/\.eml$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('To: maya@embarka.example');
  expect(text).toContain('From: desk@embarka.example');
  expect(text).toContain('token=3Dabc'.slice(0, 5));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, link });
  expect(lines.join()).not.toContain('maya@');
});

test('a subject with other letters is encoded, not broken', async () => {
  const { file } = await sendOne('Grüße 😀');
  expect(await readFile(file, 'utf8')).toMatch(/^Subject: =\?UTF-8\?/m);
});

test('the sender is asked for each mail, because an admin may change it', async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  let from = 'desk@embarka.example';
  const mailTransport = openMailFolder(folder, () => from, pino({ level: 'silent' }));
  await mailTransport.deliver({ to: 'maya@embarka.example', subject: 'One', text: '1' });
  from = 'Harbour <help@harbour.example>';
  await mailTransport.deliver({ to: 'maya@embarka.example', subject: 'Two', text: '2' });
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder ?? '', name), 'utf8')),
  );
  const senderOf = (subject: string) =>
    /^From: (.*)$/m.exec(texts.find((text) => text.includes(`Subject: ${subject}`)) ?? '')?.[1];
  expect([senderOf('One'), senderOf('Two')]).toEqual(['desk@embarka.example', from]);
});

test('mails to an address are forgotten when it is, however it is written, and no others', async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  const mailTransport = openMailFolder(
    folder,
    () => 'desk@embarka.example',
    pino({ level: 'silent' }),
  );
  const others = ['elena.ruiz@northfold.example.org', 'a-elena.ruiz@northfold.example'];
  for (const to of ['elena.ruiz@northfold.example', 'Elena.Ruiz@Northfold.example', ...others]) {
    const text = 'To: elena.ruiz@northfold.example\n';
    await mailTransport.deliver({ to, subject: 'Hello', text });
  }
  for (const to of ['jörg@bücher.example', 'ruiz,elena@northfold.example']) {
    await mailTransport.deliver({ to, subject: 'Hallo', text: 'x' });
  }
  expect(await mailTransport.forget('elena.ruiz@northfold.example')).toBe(2);
  expect(await mailTransport.forget('jörg@bücher.example')).toBe(1);
  expect(await mailTransport.forget('ruiz,elena@northfold.example')).toBe(1);
  expect(await mailTransport.forget('elena.ruiz@northfold.example')).toBe(0);
  expect(await readdir(folder)).toHaveLength(2);
  await writeFile(join(folder, 'notes.txt'), 'Of the operator');
  expect(await mailTransport.forget()).toBe(2);
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('mails from before a mail server was configured are forgotten, too', async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  const log = pino({ level: 'silent' });
  const open = (smtpUrl: string | undefined) =>
    openMailTransport(
      { smtpUrl } as Settings,
      () => 'desk@embarka.example',
      folder ?? '',
      log,
      () => {},
    );
  await open(undefined).deliver({ to: 'maya@embarka.example', subject: 'One', text: '1' });
  const smtp = open('smtp://127.0.0.1:1');
  expect(await smtp.forget('henrik@embarka.example')).toBe(0);
  expect(await smtp.forget('maya@embarka.example')).toBe(1);
});
