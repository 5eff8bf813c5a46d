import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Rich } from './rich.tsx';

const html = (text: string) =>
  renderToStaticMarkup(
    <Rich text={text} parts={{ name: '<b>Ines</b>', link: <b className="link" />, empty: null }} />,
  );

test('a part stands where the sentence has its tag', () => {
  expect(html('Draft by <name/>, in <link>the list</link>.')).toBe(
    'Draft by &lt;b&gt;Ines&lt;/b&gt;, in <b class="link">the list</b>.',
  );
  expect(html('<link>La lista</link> de <name/>')).toBe(
    '<b class="link">La lista</b> de &lt;b&gt;Ines&lt;/b&gt;',
  );
  expect(html('a<empty/>b')).toBe('ab');
});

test('a tag without a part is text', () => {
  expect(html('1 < 2 <b>and</b> <constructor/>')).toBe(
    '1 &lt; 2 &lt;b&gt;and&lt;/b&gt; &lt;constructor/&gt;',
  );
});
