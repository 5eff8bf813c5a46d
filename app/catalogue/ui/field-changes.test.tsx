import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldChanges } from './field-changes.tsx';

test('a change of several lines keeps its lines', () => {
  const fields = [{ label: 'Packages', before: undefined, after: 'Basic: $600\nStandard: $900' }];
  expect(renderToStaticMarkup(<FieldChanges fields={fields} />)).toMatch(
    /<dd class="[^"]*whitespace-pre-line[^"]*"><ins dir="auto" class="no-underline">Basic: \$600\nStandard: \$900</,
  );
});
