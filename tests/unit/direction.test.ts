import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directionOf, LANGUAGES } from '../../app/platform/languages.ts';

/** What visitors see; the team's own pages are read in languages that are written from left to right. */
const FOLDERS = [
  'app/chat-client',
  'app/layouts',
  'app/marketplace/screens',
  'app/orders/screens',
  'app/reviews/screens',
  'app/routes/public',
  'app/ui',
];
const OF_THE_TEAM = /\/desk\/|team-|account-menu|member-page|\.test\.|\.es\./;

/** What is centred stands in the middle, whichever side it is measured from. */
const CENTRED = /(?:left|right)-(?:1\/2|\[50%\])/g;
const PHYSICAL_CLASS =
  /(?<![\w-])-?(?:m[lr]|p[lr]|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|left|right)-(?:\[|\d|px|auto|full)|(?<![\w-])(?:border-[lr]|(?:text|float|clear)-(?:left|right))(?![\w-])/;
const PHYSICAL_RULE =
  /(?:margin|padding|border|inset)-(?:left|right)|(?:^|[\s;{])(?:left|right):|text-align: *(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => !OF_THE_TEAM.test(file));

/** The classes and other texts of a file; what its code calls left or right is no layout. */
function textsOf(source: string): string[] {
  return [...source.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})|(['"`])((?:(?!\3).)*)\3/g)].map(
    ([, quoted = '', braced = '', , text = '']) => `${quoted} ${braced} ${text} `,
  );
}

describe('what visitors see', () => {
  test.each(files.filter((file) => /\.tsx?$/.test(file)))(
    '%s is laid out by start and end, not by left and right',
    (file) => {
      const physical = textsOf(readFileSync(file, 'utf8'))
        .filter((text) => /[a-z]-|left|right/.test(text) && / /.test(text.trim()))
        .map((text) => PHYSICAL_CLASS.exec(text.replaceAll(CENTRED, ''))?.[0])
        .filter((found) => found !== undefined);
      expect(physical).toEqual([]);
    },
  );

  test.each(['app/app.css', ...files.filter((file) => file.endsWith('.css'))])(
    '%s has no left and no right either',
    (file) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      expect(lines.filter((line) => PHYSICAL_RULE.test(line))).toEqual([]);
    },
  );
});

describe('the direction of a language', () => {
  test('is from right to left for Arabic and its like, by the tag or the language of it', () => {
    expect(['ar', 'ar-EG', 'he', 'fa', 'ur'].map(directionOf)).toEqual(Array(5).fill('rtl'));
  });

  test('is from left to right for all that a shop is offered in', () => {
    expect(LANGUAGES.map(directionOf)).toEqual(LANGUAGES.map(() => 'ltr'));
  });
});
