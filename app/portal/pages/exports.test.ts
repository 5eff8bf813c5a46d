import { expect, test } from 'vitest';
import * as catalogue from '../../catalogue/pages/catalogue-export.ts';
import * as orders from '../../orders/pages/order-export.ts';
import * as reports from '../../chat/pages/report-export.ts';
import * as visitor from '../../chat/pages/visitor-export.ts';
import * as files from '../../chat/pages/visitor-files.ts';

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
