import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, test } from '../support/e2e.ts';

test('a second process on the same data folder is refused with the first one’s id', async ({
  server,
}) => {
  const second = spawn(process.execPath, ['build/process/index.js'], {
    env: { ...process.env, DATA_DIR: server.folder, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said).toContain(`already in use by process ${server.pid}`);
});

test('a setting that cannot be used is named', async () => {
  const child = spawn(process.execPath, ['build/process/index.js'], {
    env: { ...process.env, PORT: 'eighty', PUBLIC_ORIGIN: 'shop.example/' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said).toContain('PORT must be a number');
  expect(said).toContain('PUBLIC_ORIGIN must be an origin');
});

test('starting again keeps accounts, reviews and conversations', async ({
  server,
  signIn,
  visit,
}) => {
  const page = await visit('/services/graphics/book-design');
  await expect(page.getByText('Ines Carvalho')).toBeVisible();
  await server.kill();
  await server.restart();
  await page.reload();
  await expect(page.getByText('Ines Carvalho')).toBeVisible();
  const agent = await signIn('leo');
  await expect(agent.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible();
});

test(
  '/agentchat without a session goes to /login and comes back after it',
  { tag: '@journey' },
  async ({ visit }) => {
    const page = await visit('/agentchat');
    await expect(page).toHaveURL(/\/login\?next=%2Fagentchat$/);
    await page.getByLabel('Email').fill('maya.okafor@embarka.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('maya.okafor@embarka.example');
    await page.getByLabel('Password', { exact: true }).fill('lantern-tide-41');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/agentchat$/);
  },
);

test('a running server is backed up, and ends by itself when it is told to', async ({ server }) => {
  const file = `${server.folder}.tar.gz`;
  const env = { ...process.env, DATA_DIR: server.folder };
  const backup = spawn(process.execPath, ['scripts/backup.ts', '--to', file], { env });
  expect(await once(backup, 'exit')).toEqual([0, null]);
  rmSync(file);
  process.kill(server.pid ?? 0, 'SIGTERM');
  await server.ended();
  await server.restart();
});
