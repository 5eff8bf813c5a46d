import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type axe from 'axe-core';
import '../../app/i18n/messages.server.ts';
import { speechIn } from '../../app/i18n/translate.ts';
import { FIRST_LOOK, lookAs } from '../../app/platform/email/write-mail.server.ts';
import { LANGUAGES } from '../../app/platform/languages.ts';
import { speaking } from '../../app/platform/speech.server.ts';
import { SAMPLE_LIST, typedEverywhere } from '../support/sample-emails.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Nothing answers at this address, as in a program that shows no pictures. */
const LOGO = { src: 'https://shop.example/logo.png', isNamed: false };

/** The contrast is the same in each language. */
const CHECKED_BY_AXE = ['en', 'ar'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every email can be read in ${colorScheme}, 320 pixels wide and without pictures`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 }, colorScheme });
    await page.route('**/*', (route) => route.abort());
    lookAs(() => ({ ...FIRST_LOOK, site: 'https://shop.example', logo: LOGO }));
    const problems: string[] = [];
    for (const language of LANGUAGES) {
      for (const { name, write } of SAMPLE_LIST) {
        const { html = '' } = speaking(speechIn(language), () => write(typedEverywhere('Marea')));
        await page.setContent(html);
        const width = await page.evaluate(() =>
          Math.max(
            document.documentElement.scrollWidth,
            ...[...document.querySelectorAll('td')].map((td) => td.getBoundingClientRect().right),
          ),
        );
        if (width > 320) problems.push(`${language}, ${name}: ${width} pixels wide`);
        if (!CHECKED_BY_AXE.includes(language)) continue;
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
          const { violations } = await run(document, {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'],
          });
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        });
        problems.push(...found.map((problem) => `${language}, ${name}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
    await page.close();
  });
}
