import { expect, test } from 'vitest';
import { readAudit } from '../../scripts/audit.ts';

const report = (vulnerabilities: object) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { high: 1 } } });

test('a high or critical vulnerability of a package we run with fails the command', () => {
  const found = { ws: { severity: 'high', range: '<8.17.1' }, pg: { severity: 'low' } };
  expect(readAudit(1, report(found))).toEqual({
    kind: 'vulnerable',
    report: '  high  ws <8.17.1',
  });
});

test('a clean report passes', () => {
  expect(readAudit(0, report({}))).toEqual({ kind: 'clean' });
});

test.each([
  ['no endpoint', 1, JSON.stringify({ message: '404 Not Found - POST\n audits', error: {} })],
  ['no network', 1, JSON.stringify({ error: { code: 'ENOTFOUND', summary: '' } })],
  ['a page of HTML', 1, '<html>'],
  ['nothing', null, ''],
  ['JSON of something else', 1, '{}'],
])('%s is skipped with a reason of one line and never fails', (_, status, stdout) => {
  const outcome = readAudit(status, stdout);
  expect(outcome.kind).toBe('skipped');
  expect((outcome as { why: string }).why).toMatch(/^\S.*\S$/);
});
