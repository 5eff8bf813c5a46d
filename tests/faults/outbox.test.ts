import { afterEach, beforeEach, expect, test } from 'vitest';
import { CAST } from '../support/cast.ts';
import { TestServer } from '../support/server.ts';
import { openSmtpPeer, type SmtpPeer } from '../support/smtp.ts';

const { FAULT_TEMPLATE } = process.env;
/** Longer than a process that died holds what it had taken. */
const LEASE_MS = 5 * 60_000;

let server: TestServer;
let peer: SmtpPeer;

beforeEach(async () => {
  peer = await openSmtpPeer();
  server = await TestServer.start(FAULT_TEMPLATE, {
    env: { SMTP_URL: peer.url, MAIL_FROM: 'desk@embarka.example' },
  });
});
afterEach(async () => {
  await server.remove();
  peer.close();
});

/** Somebody has forgotten their password: the answer does not wait for the mail server. */
async function askForReset(): Promise<void> {
  const answer = await fetch(`${server.origin}/forgot-password`, {
    method: 'POST',
    headers: { Origin: server.origin },
    body: new URLSearchParams({ email: CAST.maya.email }),
  });
  expect(answer.status).toBe(200);
}

const subjects = () => peer.kept.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
const names = () => new Set(peer.kept.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]));
const RESET = /^Set a new password/;

test('told to end while the mail server hangs, it ends, and the next process sends the mail once', async () => {
  peer.mood = 'hangs';
  await askForReset();
  await expect.poll(() => peer.connections, { timeout: 20_000 }).toBeGreaterThan(0);
  process.kill(server.pid ?? 0, 'SIGTERM');
  // The mail server would have been waited for 20 seconds.
  await expect.poll(() => server.isRunning, { timeout: 15_000 }).toBe(false);
  peer.mood = 'answers';
  await server.restart();
  await expect.poll(() => peer.kept.length, { timeout: 20_000 }).toBe(1);
  expect(subjects()).toEqual([expect.stringMatching(RESET)]);
});

test('killed between the commit and the mail, the next process sends it', async () => {
  peer.mood = 'hangs';
  await askForReset();
  await server.kill();
  peer.mood = 'answers';
  await server.shiftClock(LEASE_MS);
  await server.restart();
  await expect.poll(() => peer.kept.length, { timeout: 20_000 }).toBe(1);
  expect(subjects()).toEqual([expect.stringMatching(RESET)]);
});

test('killed before it heard that a mail was taken, it sends that again under the same name', async () => {
  peer.mood = 'keeps silently';
  await askForReset();
  await expect.poll(() => peer.kept.length, { timeout: 20_000 }).toBe(1);
  await server.kill();
  peer.mood = 'answers';
  await server.shiftClock(LEASE_MS);
  await server.restart();
  await expect.poll(() => peer.kept.length, { timeout: 20_000 }).toBe(2);
  // A mailbox shows two mails of one name once.
  expect(names().size).toBe(1);
  expect(new Set(peer.kept.map((mail) => /token=3?D?([\w=\n-]+)/.exec(mail)?.[1])).size).toBe(1);
});
