import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PALETTES } from '../pictures/palettes.ts';

const CSS = readFileSync(new URL('./section-field.css', import.meta.url), 'utf8');

test.each([
  ['section-field', 0],
  ['section-chip', 1],
] as const)('a %s has the colours of its section’s pictures', (name, index) => {
  for (const [id, { fields }] of Object.entries(PALETTES)) {
    const { base, text } = fields[index];
    const rule = `.${name}[data-section='${id}'] {\n  background: ${base};\n  color: ${text};\n}`;
    expect(CSS).toContain(rule.toLowerCase());
  }
});
