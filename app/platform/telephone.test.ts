import { expect, test } from 'vitest';
import { telephoneHref } from './telephone.ts';

test('a telephone number is dialled without its spaces and brackets', () => {
  expect(telephoneHref('+1 (555) 010-0199')).toBe('tel:+15550100199');
});
