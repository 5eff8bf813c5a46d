import { expect, test } from 'vitest';
import { readText } from './form.ts';

test('a text field is read as it was typed', () => {
  const form = new FormData();
  form.append('name', ' Priya ');
  expect(readText(form, 'name')).toBe(' Priya ');
});

test('a missing field and a file in its place are both empty', () => {
  const form = new FormData();
  form.append('name', new Blob(['x'.repeat(100)]), 'name.txt');
  expect(readText(form, 'name')).toBe('');
  expect(readText(form, 'email')).toBe('');
});

test('of a field that was sent twice the first counts', () => {
  const form = new FormData();
  form.append('role', 'agent');
  form.append('role', 'admin');
  expect(readText(form, 'role')).toBe('agent');
});
