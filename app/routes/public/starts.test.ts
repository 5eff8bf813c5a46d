import { describe, expect, test } from 'vitest';
import routes from '../../routes.ts';
import { isForVisitors, startsOnIntent } from './starts.ts';

const idOf = (file: string) => file.replace(/\.tsx?$/, '');
const [visitors] = routes;
const inLayout = (visitors?.children ?? []).map(({ file }) => idOf(file));

describe('When a page’s scripts start', () => {
  test('The layout of visitors’ pages is known by its name', () => {
    expect(isForVisitors([{ id: 'root' }, { id: idOf(visitors?.file ?? '') }])).toBe(true);
    expect(isForVisitors([{ id: 'root' }, { id: 'routes/desk/login' }])).toBe(false);
  });

  test('Every page for visitors waits, but those that are a link out of a mail', () => {
    const atOnce = inLayout.filter(
      (id) => !startsOnIntent([{ id: 'root' }, { id: 'routes/public/layout' }, { id }]),
    );

    expect(atOnce.toSorted()).toEqual([
      'routes/public/confirm-address',
      'routes/public/confirm-review',
      'routes/public/order',
      'routes/public/resume-chat',
      'routes/public/stop-mails',
    ]);
  });
});
