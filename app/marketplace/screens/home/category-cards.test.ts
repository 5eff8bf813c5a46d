import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CARD_COLOURS } from '../../pictures/drawn-pictures.ts';

const CSS = readFileSync(new URL('./category-cards.css', import.meta.url), 'utf8');

test.each(Object.entries(CARD_COLOURS))(
  'the card %s goes on in the colour its picture ends in',
  (id, { background, ink }) => {
    const rule = `.category-card[data-card='${id}'] {\n  background: ${background};\n  color: ${ink};\n}`;
    expect(CSS).toContain(rule.toLowerCase());
  },
);
