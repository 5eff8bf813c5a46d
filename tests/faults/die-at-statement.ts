/**
 * Loaded into a server with --import: it kills itself before the first statement to its database,
 * on either engine, that is DIE_AT_STATEMENT.
 */
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

const { DIE_AT_STATEMENT } = process.env;
// As PostgreSQL's protocol ends a statement.
const last = DIE_AT_STATEMENT === undefined ? undefined : Buffer.from(`${DIE_AT_STATEMENT}\0`);

function dieAt(sent: unknown): void {
  if (!last || !(sent instanceof Uint8Array)) return;
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (bytes.includes(last)) process.kill(process.pid, 'SIGKILL');
}

const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (this: Worker, ...args: [unknown]) {
  dieAt(args[0]);
  Reflect.apply(postMessage, this, args);
};

const { write } = Socket.prototype;
Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
  dieAt(args[0]);
  return Reflect.apply(write, this, args) as boolean;
};
