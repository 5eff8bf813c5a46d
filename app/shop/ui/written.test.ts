import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../catalogue/server/content/markdown.server.ts';
import { Written } from './written.tsx';

const shown = (markdown: string) =>
  renderToStaticMarkup(createElement(Written, { html: renderMarkdown(markdown, 2), className: '' }))
    .replace(/^<div class="written ">/, '')
    .replace(/<\/div>$/, '');

test('Markdown stands on the page as it was meant', () => {
  expect(shown('One & two.\nStill one.')).toBe('<p>One &amp; two.\nStill one.</p>');
  expect(shown('# A\n\n**b** *c* `d`')).toBe(
    '<h2>A</h2><p><strong>b</strong> <em>c</em> <code>d</code></p>',
  );
  expect(shown('3. x\n4. y\n\n---\n\n- a\n  - b')).toBe(
    '<ol start="3"><li>x</li><li>y</li></ol><hr/><ul><li>a\n<ul><li>b</li></ul></li></ul>',
  );
  expect(shown('[w & x](https://a.example/?b=1&c=2)')).toBe(
    '<p><a href="https://a.example/?b=1&amp;c=2" class="link">w &amp; x</a></p>',
  );
});

test('HTML, scripts and what looks like an entity stay what was typed', () => {
  expect(shown('<img src=x onerror=alert(1)> &amp;lt;')).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>',
  );
  expect(shown('[a](javascript:alert(1))')).toBe('<p><a>a</a></p>');
});
