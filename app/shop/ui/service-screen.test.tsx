import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RelatedServices } from './service-screen.tsx';

test('the only service of a section has no heading over nothing', () => {
  const section = { title: 'Sails', path: '/services/sails' };
  expect(renderToString(<RelatedServices services={[]} section={section} />)).toBe('');
});
