import { beforeEach, expect, test, vi } from 'vitest';
import { readRecentServices, rememberService } from './recent-services.ts';

const saved = new Map<string, string>();
vi.mock('../ui/browser-storage.ts', async (original) => ({
  ...(await original<object>()),
  browserStorage: () => ({
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value),
    removeItem: (key: string) => saved.delete(key),
  }),
}));
beforeEach(() => saved.clear());

const at = (name: string) => ({ path: `/services/music/${name}`, title: name });

test('the last three that were chosen, each once and the newest first', () => {
  for (const name of ['one', 'two', 'three', 'two', 'four']) rememberService(at(name));
  expect(readRecentServices()).toEqual([at('four'), at('two'), at('three')]);
});

test.each([
  ['no JSON', '{'],
  ['no list', '{"a":1}'],
  ['another site', '[{"path":"https://evil.example/","title":"x"}]'],
  ['half of one', '[{"path":"/services/music/voice-over"}, null, 3]'],
])('of what holds %s nothing is shown', (_, text) => {
  saved.set('recent_services', text);
  expect(readRecentServices()).toEqual([]);
});
