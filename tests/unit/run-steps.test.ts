import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** A program that runs these lanes in a folder with the scripts 'good', 'bad' and 'endless'. */
function program(concurrencyGroups: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('good.mjs', "console.log('what is good');");
  write('bad.mjs', "console.log('one'); console.error('what is wrong'); process.exitCode = 3;");
  write('endless.mjs', "console.log('under way', process.pid); setInterval(() => {}, 1000);");
  const runner = pathToFileURL(resolve('scripts/run-steps.ts')).href;
  write(
    'program.mjs',
    `import { runSteps } from '${runner}';
     const good = { run: ({ node }) => node(['good.mjs']) };
     const bad = { run: ({ node }) => node(['bad.mjs']) };
     const endless = { run: ({ node }) => node(['endless.mjs']) };
     const absent = { run: ({ skip }) => skip('no such server') };
     process.exitCode = await runSteps(import.meta.dirname, ${concurrencyGroups});`,
  );
  return join(folder, 'program.mjs');
}

async function run(concurrencyGroups: string): Promise<{ code: number; lines: string[] }> {
  const child = execFile(process.execPath, [program(concurrencyGroups)]);
  let output = '';
  child.stdout?.on('data', (chunk: string) => void (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines: output.replaceAll(/ +\d+\.\d s/g, '').split('\n') };
}

test('a step that fails shows what it printed, in one piece, and its end once more; the rest runs; the exit code tells', async () => {
  const { code, lines } = await run(`[
    [{ name: 'first', ...bad }, { name: 'second', after: ['first'], ...good }, { name: 'third', ...good }],
    [{ name: 'beside', ...good }, { name: 'away', ...absent }],
  ]`);
  expect(code).toBe(1);
  const begin = lines.indexOf('── first ──');
  expect(lines.slice(begin, begin + 5)).toEqual([
    '── first ──',
    'one',
    'what is wrong',
    'bad.mjs exited with 3',
    '✗ first  failed',
  ]);
  expect(lines.slice(-11, -1)).toEqual([
    '✗ first  failed',
    '  second  not started',
    '✓ third  passed',
    '✓ beside  passed',
    '- away  skipped',
    '',
    '── last lines of first, which failed ──',
    'one',
    'what is wrong',
    'bad.mjs exited with 3',
  ]);
  expect(lines).toContain('Skipped: no such server');
});

test('what passes, or is left out for a reason, is no failure', async () => {
  const { code } = await run(
    `[[{ name: 'first', ...good }], [{ name: 'second', after: ['first'], ...absent }]]`,
  );
  expect(code).toBe(0);
});

test('Ctrl+C ends what was started and begins nothing more', async () => {
  const path = program(`[[{ name: 'first', ...endless }, { name: 'second', ...good }]]`);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const pid = await new Promise<number>((found) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const started = /under way (\d+)/.exec(output)?.[1];
      if (started) found(Number(started));
    });
  });
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(output).not.toContain('what is good');
});
