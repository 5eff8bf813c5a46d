import { expect, test } from 'vitest';
import { LANGUAGES } from '../../platform/languages.ts';
import { findClipTitles } from './clip-titles.server.ts';
import titles from './clip-titles.json' with { type: 'json' };
import { CLIPS_PER_SERVICE } from './clips.ts';

test.each(LANGUAGES)('every sample video has a title: %s', (language) => {
  for (const name of Object.keys(titles)) {
    expect(findClipTitles(name, language).filter((title) => title.trim() !== '')).toHaveLength(
      CLIPS_PER_SERVICE,
    );
  }
});
