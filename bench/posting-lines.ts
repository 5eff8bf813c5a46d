import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningProgram } from './installation.ts';

/**
 * A minimal HTTP client that posts over persistent connections: on a computer with few CPUs, Node's
 * own client costs more than the server.
 */
export interface PostingLines {
  /** Resolves with the status of the response; waits for a free connection. */
  post(
    server: RunningProgram,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<number>;
  close(): void;
}

export async function openPostingLines(
  servers: readonly RunningProgram[],
  count: number,
): Promise<PostingLines> {
  const pools = new Map<RunningProgram, LinePool>();
  for (const server of servers) {
    const lines = Array.from({ length: count }, () => Line.open(new URL(server.origin)));
    pools.set(server, new LinePool(await Promise.all(lines)));
  }
  return {
    async post(server, path, headers, body) {
      const pool = pools.get(server)!;
      const line = await pool.take();
      try {
        // The server closes idle connections.
        if (!line.isOpen) await line.reopen();
        return await line.post(path, headers, body);
      } finally {
        pool.giveBack(line);
      }
    },
    close() {
      for (const pool of pools.values()) pool.close();
    },
  };
}

class LinePool {
  readonly #all: readonly Line[];
  readonly #free: Line[];
  readonly #waiting: ((line: Line) => void)[] = [];

  constructor(lines: readonly Line[]) {
    this.#all = lines;
    this.#free = [...lines];
  }

  take(): Line | Promise<Line> {
    return this.#free.pop() ?? new Promise((resolve) => void this.#waiting.push(resolve));
  }

  giveBack(line: Line): void {
    const next = this.#waiting.shift();
    if (next) next(line);
    else this.#free.push(line);
  }

  close(): void {
    for (const line of this.#all) line.close();
  }
}

class Line {
  readonly #origin: URL;
  #socket: Socket | undefined;
  #received = '';
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  private constructor(origin: URL) {
    this.#origin = origin;
  }

  static async open(origin: URL): Promise<Line> {
    const line = new Line(origin);
    await line.reopen();
    return line;
  }

  get isOpen(): boolean {
    return this.#socket?.writable ?? false;
  }

  async reopen(): Promise<void> {
    const socket = connect(Number(this.#origin.port), '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay();
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')));
    this.#received = '';
    this.#settle = undefined;
    this.#socket = socket;
  }

  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const { host } = this.#origin;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket?.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${lines.join('')}\r\n${body}`,
    );
    return new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.slice(0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle?.reject(new Error('The answer has no length'));
      return;
    }
    if (this.#received.length < end + 4 + Number(length)) return;
    this.#received = '';
    this.#settle?.resolve(Number(head.slice(9, 12)));
  }

  close(): void {
    this.#socket?.destroy();
  }
}
