import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('lower-priority.server.ts', import.meta.url));
const PROGRAM = `
  import { getPriority } from 'node:os';
  import { lowerPriority } from ${JSON.stringify(MODULE)};
  lowerPriority(10);
  console.log(getPriority());
`;

test.runIf(process.platform === 'linux').each([
  ['a normal', 0, 10],
  ['a lower', 15, 15],
])('a thread of a process that was started with %s priority never raises it', (_, added, after) => {
  const nice = ['-n', String(added), process.execPath, '--input-type=module', '-e', PROGRAM];
  const { stdout, stderr } = spawnSync('nice', nice, { encoding: 'utf8' });
  expect(stderr).toBe('');
  // These tests may themselves have been started with a low priority.
  expect(Number(stdout)).toBeGreaterThanOrEqual(after);
});
