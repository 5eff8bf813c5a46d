import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLiveConnection } from './live-connection.ts';

class FakeSocket {
  connected = false;
  active = true;
  connects = 0;
  readonly #listeners = new Map<string, ((event: never) => void)[]>();

  on(name: string, listener: (event: never) => void) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  receive(name: string, event?: unknown) {
    if (name === 'connect') this.connected = true;
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never);
  }

  connect() {
    this.connects += 1;
    return this;
  }

  disconnect() {
    this.connected = false;
    this.receive('disconnect', 'io client disconnect');
    return this;
  }
}

let socket: FakeSocket;
vi.mock('socket.io-client', () => ({ io: () => socket }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
  socket = new FakeSocket();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const said: boolean[] = [];
  const onWake = vi.fn<() => void>();
  const live = openLiveConnection(
    { as: 'agent' },
    { subscribe() {}, onWake, onStatus: (isUp) => void said.push(isUp), onRefused() {} },
  );
  // The Socket.IO client script is loaded first.
  await vi.waitFor(() => {
    socket.receive('connect');
    expect(said).toContain(true);
  });
  said.length = 0;
  onWake.mockClear();
  return { live, said, onWake };
}

test('a client that is sent to another process moves within the given time, without a word', async () => {
  const { live, said, onWake } = await open();
  socket.receive('comeBack', { withinMs: 3000 });
  expect(socket.connected).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(socket.connects).toBe(1);
  expect(said).toEqual([]);
  socket.receive('connect');
  expect(onWake).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).not.toContain(false);
  live.close();
});

test('a client that may have missed something asks once, within the given time', async () => {
  const { live, onWake } = await open();
  socket.receive('catchUp', { withinMs: 3000 });
  socket.receive('catchUp', { withinMs: 3000 });
  expect(onWake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3000);
  expect(onWake).toHaveBeenCalledOnce();
  // Hints missed after that request need a new request.
  socket.receive('catchUp', { withinMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(onWake).toHaveBeenCalledTimes(2);
  socket.receive('catchUp', { withinMs: 1000 });
  live.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onWake).toHaveBeenCalledTimes(2);
});

test('a move that finds no server is said after a few seconds', async () => {
  const { live, said } = await open();
  socket.receive('comeBack', { withinMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  socket.receive('connect_error', new Error('websocket error'));
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(said).toEqual([false]);
  live.close();
});

test('a browser that loses the network says so at once, and with it back what the socket knows', async () => {
  const { live, said } = await open();
  window.dispatchEvent(new Event('offline'));
  expect(said).toEqual([false]);
  window.dispatchEvent(new Event('online'));
  expect(said).toEqual([false, true]);
  socket.disconnect();
  window.dispatchEvent(new Event('online'));
  expect(said.at(-1)).toBe(false);
  live.close();
});
