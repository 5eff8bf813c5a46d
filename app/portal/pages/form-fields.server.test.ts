import * as v from 'valibot';
import { expect, test } from 'vitest';
import { code } from './form-fields.server.ts';

test('a code of an app or of an email may be typed in Arabic and Persian digits', () => {
  expect(['١٢٣٤٥٦', '۱۲۳۴۵۶', '123456', 'abcd-efgh'].map((typed) => v.parse(code, typed))).toEqual([
    '123456',
    '123456',
    '123456',
    'abcd-efgh',
  ]);
});
