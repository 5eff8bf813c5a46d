import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With a body, the request is a POST of JSON. */
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** The size of the response with its headers. */
  readonly bytes: number;
}

const ANSWER_MS = 60_000;
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

/**
 * A minimal HTTP client on one persistent connection, with one request at a time. It parses only the
 * end of each response: on a computer with few processors, a complete client would take more of them
 * than the server.
 */
export class HttpConnection {
  readonly #origin: string;
  readonly #socket: Socket;
  #received = 0;
  /** The length of the whole response, or that an empty chunk ends it; undefined until its headers are complete. */
  #end: number | 'chunks' | undefined;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #status = 0;
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(origin: string, socket: Socket) {
    this.#origin = origin;
    this.#socket = socket;
    socket.setNoDelay();
    socket.setTimeout(ANSWER_MS, () => this.#fail(new Error('No answer in time')));
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection')));
  }

  static async open(origin: string): Promise<HttpConnection> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(origin, socket);
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  send({ path, headers = {}, body }: Ask): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    const server = this.#origin.slice('http://'.length);
    let text = `${method} ${path} HTTP/1.1\r\nHost: ${server}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    if (body !== undefined) {
      text += `Origin: ${this.#origin}\r\nContent-Type: application/json\r\n`;
      text += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    }
    if (!this.isOpen) return Promise.reject(new Error('The server closed the connection'));
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(`${text}\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#end === undefined) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      this.#end = this.#readHead();
      if (this.#end === undefined) return;
    }
    if (!this.#isWhole(chunk)) return;
    const answer = { status: this.#status, bytes: this.#received };
    this.#received = 0;
    this.#end = undefined;
    this.#head = Buffer.alloc(0);
    this.#tail = Buffer.alloc(0);
    this.#settle?.resolve(answer);
  }

  #readHead(): number | 'chunks' | undefined {
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const head = this.#head.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    if (/\r\ntransfer-encoding: chunked/i.test(head)) return 'chunks';
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined)
      this.#fail(new Error(`The answer has no length: ${head.slice(0, 80)}`));
    return end + 4 + Number(length);
  }

  #isWhole(chunk: Buffer): boolean {
    if (this.#end !== 'chunks') return this.#received >= this.#end!;
    // The end may be spread over several packets.
    this.#tail =
      chunk.length >= 5 ? chunk.subarray(-5) : Buffer.concat([this.#tail, chunk]).subarray(-5);
    return this.#tail.equals(END_OF_CHUNKS);
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
    this.#socket.destroy();
  }
}

/** A client address for each request, because rate limits do not expect all clients in one network. */
export function clientAddress(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
