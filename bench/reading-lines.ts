import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Requests one address repeatedly over persistent connections and only counts bytes: on a computer
 * with few CPUs, a client that parses responses becomes the bottleneck, and the server mostly
 * measures its wake-ups.
 */
export async function readOverAndOver(
  url: URL,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const lines = await Promise.all(Array.from({ length: connections }, () => open(url)));
  const counts = await Promise.all(lines.map((line) => readUntil(line, url, until)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function open({ port }: URL): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  return socket.setNoDelay();
}

function readUntil(socket: Socket, { host, pathname }: URL, until: number): Promise<number> {
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let count = 0;
    let length = 0;
    let received = 0;
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      // Every response must have the length of the first one.
      if (length === 0) length = lengthOf(chunk);
      if (received < length) return;
      if (received > length) {
        socket.destroy();
        reject(new Error(`${pathname} was answered with another length`));
        return;
      }
      received = 0;
      if (performance.now() > until) {
        socket.destroy();
        resolve(count);
        return;
      }
      count += 1;
      socket.write(request);
    });
    socket.write(request);
  });
}

function lengthOf(chunk: Buffer): number {
  const text = chunk.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const body = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (!text.startsWith('HTTP/1.1 200') || body === undefined) {
    throw new Error(`The answer has no length, or is not 200: ${text.slice(0, 80)}`);
  }
  return end + 4 + Number(body);
}
