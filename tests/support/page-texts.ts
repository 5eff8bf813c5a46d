import type { Page } from '@playwright/test';
import { catalogueNames, readCatalogue } from '../../app/i18n/read-catalogue.server.ts';
import { withoutContext } from '../../app/i18n/sentence.ts';
import type { Language } from '../../app/platform/languages.ts';

/** The English texts that a page in another language must not show; a few words are the same in both. */
export function englishTexts(language: Language): ReadonlySet<string> {
  return new Set(
    catalogueNames(language)
      // Visitors see none of the team’s messages.
      .filter((name) => !/-(?:team|server)$/.test(name) || name === 'api-server')
      .flatMap((name) => Object.entries(readCatalogue(language, name)))
      .map(([message, translated]) => [withoutContext(message), translated] as const)
      .filter(([english, translated]) => english !== translated && !english.includes('{'))
      .map(([english]) => english),
  );
}

/** Every text of the page, and every name that is read out. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('script, style, code, [lang="en"]')) continue;
      texts.push((node.textContent ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder]')) {
      if (element.closest('[lang="en"]')) continue;
      texts.push(
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('placeholder') ?? '',
      );
    }
    return texts;
  });
}
