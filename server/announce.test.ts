import { expect, test, vi } from 'vitest';
import { readSettings } from '../app/platform/settings.server.ts';
import { announce } from './announce.ts';

test('the passwords of the demo accounts are in one column, however long an email address is', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const accounts = [
    { role: 'agent', email: 'maya@embarka.example', password: 'password-1' },
    { role: 'support', email: 'somebody.with.a.long.name@embarka.example', password: 'password-2' },
  ] as const;
  announce(readSettings({}), 3000, { accounts, setupToken: undefined });
  const printed = String(log.mock.calls[0]?.[0]);
  log.mockRestore();
  const columns = printed
    .split('\n')
    .map((line) => line.indexOf('password-'))
    .filter((column) => column !== -1);
  expect(columns).toHaveLength(2);
  expect(columns[1]).toBe(columns[0]);
});
