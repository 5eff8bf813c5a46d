import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addressOf } from './installation.ts';

/** The request to send; `n` counts the requests of a run, for addresses that must be unique. */
export type Ask = (n: number) => { readonly path: string; readonly headers?: string };

export interface Asked {
  readonly answers: number;
  readonly status: number;
  /** The size of the last response with its headers. */
  readonly bytes: number;
}

/**
 * Sends requests over persistent connections and parses only the end of each response. Every
 * request has its own client address, because rate limits do not expect thousands of clients in one
 * place.
 */
export async function askOverAndOver(
  origin: string,
  ask: Ask,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Asked> {
  const until = performance.now() + seconds * 1000;
  const lines = await Promise.all(Array.from({ length: connections }, () => open(origin)));
  const asked = { answers: 0, status: 0, bytes: 0 };
  await Promise.all(lines.map((line) => askUntil(line, origin, ask, asked, until)));
  return asked;
}

async function open(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket.setNoDelay();
}

let sent = 0;

function askUntil(
  socket: Socket,
  origin: string,
  ask: Ask,
  asked: { answers: number; status: number; bytes: number },
  until: number,
): Promise<void> {
  const { host } = new URL(origin);
  const send = () => {
    sent += 1;
    const { path, headers = '' } = ask(sent);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br\r\nAccept: */*\r\nX-Forwarded-For: ${addressOf(sent)}\r\n${headers}\r\n`,
    );
  };
  return new Promise((resolve, reject) => {
    let received = 0;
    /** The offset of the response's end, or 'told' when an empty chunk marks it. */
    let end: number | 'told' | undefined;
    let head = '';
    socket.on('error', reject);
    socket.once('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (end === undefined) {
        head += chunk.toString('latin1');
        end = endOf(head);
      }
      const isWhole =
        end === 'told' ? chunk.subarray(-5).toString('latin1') === '0\r\n\r\n' : received === end;
      if (!isWhole) return;
      asked.status = Number(head.slice(9, 12));
      asked.bytes = received;
      received = 0;
      end = undefined;
      head = '';
      if (performance.now() > until) {
        socket.destroy();
        return;
      }
      asked.answers += 1;
      send();
    });
    send();
  });
}

function endOf(head: string): number | 'told' | undefined {
  const end = head.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const headers = head.slice(0, end).toLowerCase();
  if (headers.includes('\r\ntransfer-encoding: chunked')) return 'told';
  return end + 4 + Number(/\r\ncontent-length: (\d+)/.exec(headers)?.[1] ?? 0);
}
