import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of axe on the page (or in a part of it) as it is now, in light and in dark. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A colour on its way from day to night has a contrast of its own: let the frame come in which
    // the change begins, and then let it end.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise((next) => requestAnimationFrame(next));
      }
      await Promise.allSettled(document.getAnimations().map((one) => one.finished));
    });
    const { violations } = await new AxeBuilder({ page }).include(part).analyze();
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    expect(findings, colorScheme).toEqual([]);
  }
}
