import type { Page } from '@playwright/test';
import { NAVIGATION_ITEMS } from '../../app/accounts/protocol/navigation-items.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { isLong } from '../support/long-form.ts';

/** A page of one thing has no address without it; its own spec looks at it. */
const OF_ONE_THING = ['/team/webhooks'];
const PATHS = Object.keys(NAVIGATION_ITEMS).filter((path) => !OF_ONE_THING.includes(path));

/** Fields and buttons beside each other of which one is higher: the text of each such row. */
function unequalRows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('#content :is(.button, input.field, select.field)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.width > 0);
    return shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter(({ element, box }) => {
          const isBeside = Math.max(one.box.left, box.left) >= Math.min(one.box.right, box.right);
          const overlap = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
          // A bar that stays at the edge of the window is beside whatever scrolls behind it.
          const isOneForm = ['form, li', '.sticky'].every(
            (part) => one.element.closest(part) === element.closest(part),
          );
          const isRow = isBeside && isOneForm && overlap > Math.min(one.box.height, box.height) / 2;
          return (
            isRow &&
            (Math.abs(one.box.height - box.height) > 1 || Math.abs(one.box.top - box.top) > 1)
          );
        })
        .map(({ element, box }) =>
          [one, { element, box }]
            .map((part) => `${part.element.outerHTML.slice(0, 90)} ${Math.round(part.box.height)}`)
            .join(' beside '),
        ),
    );
  });
}

/** Half of the places each: on a busy machine one test for all would take minutes. */
for (const [half, paths] of [
  ['first', PATHS.slice(0, PATHS.length / 2)],
  ['other', PATHS.slice(PATHS.length / 2)],
] as const) {
  test(`the ${half} half of the team’s places is accessible on a desktop and on a phone`, async ({
    signIn,
  }) => {
    test.slow();
    const henrik = await signIn('henrik');
    for (const path of paths) {
      await henrik.goto(path);
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await henrik.setViewportSize({ width, height });
        const where = `${path} at ${width} px`;
        await expect(henrik.getByRole('heading', { level: 1 }).first(), where).toBeAttached();
        // A phone by night is its day in the colours of the desktop's night.
        const isByDay = width === 390 && !isLong;
        await expectAccessible(henrik, 'html', isByDay ? ['light'] : ['light', 'dark']);
        expect(await unequalRows(henrik), where).toEqual([]);
        const overflow = await henrik.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, where).toBe(0);
      }
    }
  });
}

test('the command palette finds a service and a setting, and leads to them with the keyboard', async ({
  signIn,
}) => {
  const henrik = await signIn('henrik', '/team/labels');
  const palette = henrik.getByRole('dialog', { name: 'Commands' });
  await henrik.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('logo anim');
  const found = palette.getByRole('group', { name: 'Catalogue' });
  await expect(found.getByRole('option', { name: 'Logo Animation' })).toBeVisible();
  await expectAccessible(henrik, 'dialog');
  await henrik.keyboard.press('Enter');
  await expect(henrik).toHaveURL(/\/team\/catalogue\/service\//);

  await henrik.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('time zone');
  await expect(palette.getByRole('option', { name: /^Time zone/ })).toBeVisible();
  await henrik.keyboard.press('Enter');
  await expect(henrik).toHaveURL(/\/team\/settings\?focus=SUPPORT_TIMEZONE/);
  await expect(henrik.getByLabel('Time zone')).toBeFocused();
});
