import { afterEach, expect, test, vi } from 'vitest';
import { soundForMessage } from './notify.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Replaces the browser's audio API without playing a sound. */
class Silence {
  static opened = 0;
  readonly state = 'running';
  readonly currentTime = 0;
  readonly gain = {
    linearRampToValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
  };
  readonly connect = <T>(to: T) => to;
  readonly start = () => undefined;
  readonly stop = () => undefined;
  readonly addEventListener = () => undefined;
}

class SilentContext extends Silence {
  constructor() {
    super();
    Silence.opened += 1;
  }
}

test('of messages that come at once one is heard, and the next one after it', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(60_000);
  vi.stubGlobal('AudioContext', SilentContext);
  vi.stubGlobal('GainNode', Silence);
  vi.stubGlobal('OscillatorNode', Silence);
  for (let message = 0; message < 20; message += 1) soundForMessage();
  expect(Silence.opened).toBe(1);
  vi.advanceTimersByTime(500);
  soundForMessage();
  expect(Silence.opened).toBe(2);
});
