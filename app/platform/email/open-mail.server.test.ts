import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openSmtp } from './open-mail.server.ts';

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
  const mail = openSmtp(peer.url, () => 'Embarka <desk@embarka.example>');
  await mail.deliver(MAIL);
  expect(peer.received[0]?.to).toEqual(['<maya@embarka.example>']);
  expect(peer.received[0]?.data).toContain('From: Embarka <desk@embarka.example>');
  expect(peer.received[0]?.data).toContain('Subject: Hello');
  expect(peer.received[0]?.data).toContain('See you.');
  mail.close();
  peer.close();
});

test('a mail that is refused for now is said to have failed', async () => {
  const peer = await mailServer(1);
  const outcomes: string[] = [];
  const mail = openSmtp(
    peer.url,
    () => 'desk@embarka.example',
    (outcome) => outcomes.push(outcome),
  );
  await expect(mail.deliver(MAIL)).rejects.toThrow('451');
  await mail.deliver(MAIL);
  expect(outcomes).toEqual(['failed', 'sent']);
  mail.close();
  peer.close();
});

test('an address with a comma stays one address', async () => {
  const peer = await mailServer();
  const mail = openSmtp(peer.url, () => 'desk@embarka.example');
  await mail.deliver({ ...MAIL, to: 'a@b.example,c' }).catch(() => {});
  await mail.deliver(MAIL);
  expect(peer.received.flatMap(({ to }) => to)).not.toContain('<a@b.example>');
  mail.close();
  peer.close();
});

test.each([
  { ...MAIL, subject: 'Hello\r\nBcc: all@embarka.example' },
  { ...MAIL, to: 'maya@embarka.example\nBcc: all@embarka.example' },
  { ...MAIL, to: '<maya@embarka.example>' },
])(
  'a line break in a header, or a bracket in the address, is refused before anything is sent (%#)',
  async (message) => {
    const mail = openSmtp('smtp://127.0.0.1:1', () => 'desk@embarka.example');
    await expect(mail.deliver(message)).rejects.toThrow('control character');
    mail.close();
  },
);
