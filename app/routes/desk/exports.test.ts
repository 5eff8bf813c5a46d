import { expect, test } from 'vitest';
import * as catalogue from './catalogue-export.ts';
import * as orders from './order-export.ts';
import * as reports from './report-export.ts';
import * as visitor from './visitor-export.ts';
import * as files from './visitor-files.ts';

test.each([
  [catalogue, '/team/catalogue'],
  [orders, '/team/orders'],
  [reports, '/team/reports'],
  [visitor, '/team/visitors'],
  [files, '/team/visitors'],
])(
  'who comes to an export by its address, as after signing in, is led to its page',
  (route, page) => {
    expect(route.loader().headers.get('Location')).toBe(page);
  },
);
