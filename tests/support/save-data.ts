import type { Page } from '@playwright/test';

/** From its next page on this one's owner counts bytes: nothing is fetched ahead (app/ui/saving-data.ts). */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}
