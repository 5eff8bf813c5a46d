import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { random } from './seed.ts';

/**
 * A TCP balancer: each connection goes to the next target that answers. It can also break what
 * goes through it, which is how a test takes Redis away without owning one.
 */
export class Balancer {
  readonly port: number;
  /** Ports on this computer; may be filled after the start. */
  readonly targets: number[];
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #turn = 0;
  #state: 'fine' | 'cut' | 'hanging' | 'fraying' = 'fine';

  private constructor(server: Server, targets: number[]) {
    this.#server = server;
    this.targets = targets;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (from: Socket) => void this.#pass(from));
  }

  static async start(targets: number[] = []): Promise<Balancer> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server, targets);
  }

  /** Breaks every connection and takes no new ones, as a killed server does. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#open) socket.destroy();
  }

  /** Keeps the connections and lets nothing through, as a stopped server does. */
  hang(): void {
    this.#state = 'hanging';
    for (const socket of this.#open) socket.pause();
  }

  /** Breaks every connection, old and new, after some more bytes, in the middle of anything. */
  fray(): void {
    this.#state = 'fraying';
    for (const socket of this.#open) breakSomewhere(socket);
  }

  /** Lets everything through again. */
  mend(): void {
    this.#state = 'fine';
    for (const socket of this.#open) socket.resume();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  async #pass(from: Socket): Promise<void> {
    this.#hold(from);
    const to = this.#state === 'cut' ? undefined : await this.#dial();
    if (!to) {
      from.destroy();
      return;
    }
    this.#hold(to);
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
    from.pipe(to).pipe(from);
    if (this.#state === 'fraying') breakSomewhere(random.chance(0.5) ? from : to);
    if (this.#state === 'hanging') for (const socket of [from, to]) socket.pause();
  }

  #hold(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
  }

  async #dial(): Promise<Socket | undefined> {
    const turn = this.#turn++ % this.targets.length;
    for (const target of [...this.targets.slice(turn), ...this.targets.slice(0, turn)]) {
      const socket = connect(target, '127.0.0.1');
      const isThere = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      if (isThere) return socket;
    }
    return undefined;
  }
}

/** Most requests and answers of a chat are shorter than this: some get through. */
const FRAYED_BYTES = 3000;

function breakSomewhere(socket: Socket): void {
  let left = random.next() * FRAYED_BYTES;
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
}
