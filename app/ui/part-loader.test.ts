import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeTime, settle } from '../../tests/support/fake-time.ts';
import { PartLoader } from './part-loader.ts';

let isReachable: boolean;
let attempts: number;
const time = new FakeTime();

beforeEach(() => {
  isReachable = false;
  attempts = 0;
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const loader = new PartLoader(async () => {
    attempts += 1;
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  }, time);
  const loaded = vi.fn<(part: string) => void>();
  void loader.whenLoaded().then(loaded);
  return { loader, loaded };
}

test('a part that cannot be loaded is loaded when the browser is online again', async () => {
  const { loader, loaded } = open();
  await settle();
  expect(loader.getState()).toBe('failed');
  expect(loaded).not.toHaveBeenCalled();
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(loader.getState()).toBe('ready');
  expect(loaded).toHaveBeenCalledExactlyOnceWith('part');
});

test('it is tried again automatically a few times, and then only when somebody asks', async () => {
  const { loader, loaded } = open();
  await time.advance(3_600_000);
  expect(attempts).toBe(6);
  isReachable = true;
  await time.advance(3_600_000);
  expect(attempts).toBe(6);
  loader.start();
  await settle();
  expect(attempts).toBe(7);
  expect(loaded).toHaveBeenCalledOnce();
});

test('it is loaded once, however often it is asked for', async () => {
  isReachable = true;
  const { loader } = open();
  loader.start();
  await settle();
  loader.start();
  await loader.whenLoaded();
  window.dispatchEvent(new Event('online'));
  await time.advance(60_000);
  expect(attempts).toBe(1);
});

test('an attempt that a person starts takes the place of the planned one', async () => {
  const { loader } = open();
  await settle();
  loader.start();
  await settle();
  expect(attempts).toBe(2);
  await time.advance(3_999);
  expect(attempts).toBe(2);
  await time.advance(1);
  expect(attempts).toBe(3);
});

test('whoever shows its state is told of every change', async () => {
  const { loader } = open();
  const told = vi.fn<() => void>();
  const stop = loader.subscribe(told);
  await settle();
  expect(told).toHaveBeenCalledOnce();
  stop();
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(told).toHaveBeenCalledOnce();
});

test('on a server a part that fails is a fault of the page, which would wait without end', async () => {
  vi.unstubAllGlobals();
  const loader = new PartLoader(async () => {
    throw new Error('no such file');
  }, time);
  await expect(loader.whenLoaded()).rejects.toThrow('no such file');
});
