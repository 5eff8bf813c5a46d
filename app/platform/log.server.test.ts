import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const LOG = new URL('log.server.ts', import.meta.url).href;

test('a process whose output nobody reads any more still ends', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog('info');
    process.once('message', () => {
      log.info('Ending');
      log.info('Ended');
      process.exit(0);
    });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.stdout?.destroy();
  child.send('end');

  const [status] = await once(child, 'exit');

  expect(status).toBe(0);
});
