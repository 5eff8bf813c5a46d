import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const waiting = new WeakMap<Socket, Set<() => void>>();
const answering = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls back once when a response has ended, sent or not. Node does not emit `close` on a response
 * when the connection ends while an earlier request on it is still being answered.
 */
export function whenAnswered(response: ServerResponse, act: () => void): void {
  const others = answering.get(response);
  if (others) {
    others.push(act);
    return;
  }
  // Many layers wait for the same response, and Node warns of more than ten listeners.
  const acts = [act];
  answering.set(response, acts);
  const { socket } = response.req;
  const all = waiting.get(socket) ?? watch(socket);
  const over = () => {
    if (!all.delete(over)) return;
    answering.delete(response);
    for (const each of acts) each();
  };
  all.add(over);
  response.once('close', over);
}

/** One listener for all requests of a connection. */
function watch(socket: Socket): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(socket, all);
  socket.once('close', () => {
    for (const over of all) over();
  });
  return all;
}
