import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Rich } from './rich.tsx';

const PARTS = { name: <bdi />, amount: <strong /> };

const render = (text: string, parts: Readonly<Record<string, ReactNode>> = PARTS) =>
  renderToStaticMarkup(<Rich text={text} parts={parts} />);

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
  const shown = '<strong>$5</strong> for <bdi>&lt;/name&gt;&lt;amount&gt;$9&lt;/amount&gt;</bdi>';
  expect(render('<amount>$5</amount> for <name></name>', typed)).toBe(shown);
  expect(render('<amount>$5</amount> for <name/>', typed)).toBe(shown);
});

it('puts a text or nothing where its tag stands', () => {
  expect(render('Draft by <name/>, <time/>.', { name: '<b>', time: null })).toBe(
    'Draft by &lt;b&gt;, .',
  );
});

it('shows other tags as text', () => {
  expect(render('<name><b>x</b></name> <script> 1 < 2 <time/>')).toBe(
    '<bdi>&lt;b&gt;x&lt;/b&gt;</bdi> &lt;script&gt; 1 &lt; 2 &lt;time/&gt;',
  );
});
