import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Rich } from './rich.tsx';

const parts = { name: <bdi />, amount: <strong /> };
const render = (text: string) => renderToStaticMarkup(<Rich text={text} parts={parts} />);

it('renders elements in the order of the sentence', () => {
  expect(render('Pay <amount>$5</amount> to <name>Ana</name>.')).toBe(
    'Pay <strong>$5</strong> to <bdi>Ana</bdi>.',
  );
  expect(render('<name>آنا</name>: <amount>$5</amount>')).toBe(
    '<bdi>آنا</bdi>: <strong>$5</strong>',
  );
});

it('keeps the contents of an element whose tag is empty', () => {
  const typed = { name: <bdi>{'</name><amount>$9</amount>'}</bdi>, amount: <strong /> };
  expect(
    renderToStaticMarkup(<Rich text="<amount>$5</amount> for <name></name>" parts={typed} />),
  ).toBe('<strong>$5</strong> for <bdi>&lt;/name&gt;&lt;amount&gt;$9&lt;/amount&gt;</bdi>');
});

it('shows other tags as text', () => {
  expect(render('<name><b>x</b></name> <script>')).toBe(
    '<bdi>&lt;b&gt;x&lt;/b&gt;</bdi> &lt;script&gt;',
  );
});
