import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailAddress } from './email-address.tsx';

test('a long address wraps before its host', () => {
  expect(renderToStaticMarkup(<EmailAddress email="ada@sails.example" />)).toBe(
    '<bdi class="[overflow-wrap:break-word]">ada<wbr/>@sails.example</bdi>',
  );
});
