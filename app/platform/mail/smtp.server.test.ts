import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '../log.server.ts';
import { openSmtp } from './smtp.server.ts';

const log = createLog('silent');

/** The least a mail server says; it refuses the first few deliveries where a test asks for it. */
async function mailServer(refusals = 0) {
  const received: { to: string[]; data: string }[] = [];
  let left = refusals;
  const server = createServer((socket) => {
    let mail = { to: [] as string[], data: '' };
    let isData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData && line !== '.') {
          mail.data += `${line}\n`;
          continue;
        }
        if (isData) {
          isData = false;
          received.push(mail);
          mail = { to: [], data: '' };
          socket.write('250 kept\r\n');
        } else if (/^EHLO/i.test(line)) socket.write('250 test\r\n');
        else if (/^RCPT/i.test(line)) {
          left -= 1;
          if (left < 0) mail.to.push(line.slice('RCPT TO:'.length));
          socket.write(left >= 0 ? '451 later\r\n' : '250 ok\r\n');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() };
}

const MAIL = { to: 'maya@embarka.example', subject: 'Hello', text: 'See you.\n' };

test('a mail reaches the server with the configured sender', async () => {
  const peer = await mailServer();
  const mail = openSmtp(peer.url, () => 'Embarka <desk@embarka.example>', log, { waits: [] });
  mail.send(MAIL);
  await expect.poll(() => peer.received.length).toBe(1);
  await mail.close();
  expect(peer.received[0]?.to).toEqual(['<maya@embarka.example>']);
  expect(peer.received[0]?.data).toContain('From: Embarka <desk@embarka.example>');
  expect(peer.received[0]?.data).toContain('Subject: Hello');
  expect(peer.received[0]?.data).toContain('See you.');
  peer.close();
});

test('a mail that is refused for now is tried again', async () => {
  const peer = await mailServer(2);
  const mail = openSmtp(peer.url, () => 'desk@embarka.example', log, { waits: [10, 10] });
  mail.send(MAIL);
  await expect.poll(() => peer.received.length).toBe(1);
  await mail.close();
  peer.close();
});

test('an address with a comma stays one address', async () => {
  const peer = await mailServer();
  const mail = openSmtp(peer.url, () => 'desk@embarka.example', log, { waits: [] });
  mail.send({ ...MAIL, to: 'a@b.example,c' });
  mail.send(MAIL);
  await expect.poll(() => peer.received.length).toBeGreaterThan(0);
  await mail.close();
  expect(peer.received.flatMap(({ to }) => to)).not.toContain('<a@b.example>');
  peer.close();
});

test.each([
  { ...MAIL, subject: 'Hello\r\nBcc: all@embarka.example' },
  { ...MAIL, to: 'maya@embarka.example\nBcc: all@embarka.example' },
])('a line break in a header is refused before anything is sent (%#)', async (message) => {
  const mail = openSmtp('smtp://127.0.0.1:1', () => 'desk@embarka.example', log, { waits: [] });
  expect(() => mail.send(message)).toThrow('control character');
  await mail.close();
});

test('a server that is not there does not throw into the request', async () => {
  const mail = openSmtp('smtp://127.0.0.1:1', () => 'desk@embarka.example', log, { waits: [1] });
  expect(() => mail.send(MAIL)).not.toThrow();
  await mail.close();
});
