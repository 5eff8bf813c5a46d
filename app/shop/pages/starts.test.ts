import { describe, expect, test } from 'vitest';
import routes from '../../routes.ts';
import { isForVisitors, startsOnIntent } from './starts.ts';

const idOf = (file: string) => file.replace(/\.tsx?$/, '');
const [visitors] = routes;
const inLayout = (visitors?.children ?? []).map(({ file }) => idOf(file));

describe('When a page’s scripts start', () => {
  test('The layout of visitors’ pages is known by its name', () => {
    expect(isForVisitors([{ id: 'root' }, { id: idOf(visitors?.file ?? '') }])).toBe(true);
    expect(isForVisitors([{ id: 'root' }, { id: 'accounts/pages/login' }])).toBe(false);
  });

  test('Every page for visitors waits, but the order form, delivered files, those that are a link out of a mail, and the account', () => {
    const atOnce = inLayout.filter(
      (id) => !startsOnIntent([{ id: 'root' }, { id: 'shop/pages/layout' }, { id }]),
    );
    const ofAccount = inLayout.filter((id) => id.startsWith('clients/'));

    expect(ofAccount.length).toBeGreaterThan(8);
    expect(atOnce.filter((id) => !ofAccount.includes(id)).toSorted()).toEqual([
      'chat/pages/confirm-address',
      'chat/pages/resume-chat',
      'chat/pages/stop-mails',
      'orders/pages/order',
      'orders/pages/order-form',
      'orders/pages/proof',
      'reviews/pages/confirm-review',
    ]);
  });
});
