import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LastSaid } from './inbox-item.tsx';

test('the list is made on the server with an address in what was said last, too', () => {
  const text = 'Like this? https://shop.example/services/graphics/book-covers';
  expect(renderToString(<LastSaid text={text} />)).toBe(text);
  expect(renderToString(<LastSaid text={null} />)).toBe('No messages yet');
});
