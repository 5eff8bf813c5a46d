import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** These run in the browser alone, or read the parts of a time instead of showing it. */
const NOT_HYDRATED = [
  'app/chat/widget/chat-state.ts',
  'app/chat/widget/conversation-tools.tsx',
  'app/platform/weekly-hours.ts',
];

/** Browsers write the hour in different ways, and React renders a page again whose text differs from the server's. */
test('no page formats a time of day with Intl', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const found = files.filter((file) =>
    /\b(?:hour: '|timeStyle: ')/.test(readFileSync(file, 'utf8')),
  );
  expect(found.toSorted()).toEqual(NOT_HYDRATED);
});
