const MAX_FORMS = 12;
/** These words end like a plural but are singular. */
const SINGULAR = new Set('always atlas canvas lens news series species'.split(' '));

/**
 * Examples are 'podcasts' and 'podcast', 'story' and 'stories'. The text must be folded. A plural that only adds
 * letters is left out, because it contains the singular.
 */
export function formsOf(text: string): string[] {
  let forms = [''];
  for (const [part] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const written = [part, ...otherForms(part)];
    forms = written.flatMap((each) => forms.map((form) => form + each)).slice(0, MAX_FORMS);
  }
  return [...new Set(forms)];
}

function otherForms(word: string): string[] {
  return [...singularsOf(word), ...pluralsOf(word)];
}

function singularsOf(word: string): string[] {
  if (word.length < 4 || !/[^s]s$/.test(word) || SINGULAR.has(word)) return [];
  const plain = word.slice(0, -1);
  if (!word.endsWith('es')) return [plain];
  const stem = word.slice(0, -2);
  if (/(?:lys|thes)$/.test(stem)) return [plain, `${stem}is`];
  if (/..(?:s|x|ch|sh|us|ns|.o)$/.test(stem) && !/[aeio]s$/.test(stem)) return [stem];
  if (stem.endsWith('zz')) return [stem, stem.slice(0, -1)];
  if (stem.endsWith('i') && stem.length > 2) return [`${stem.slice(0, -1)}y`, plain];
  // Spanish: 'luces', 'animaciones', 'carteles'. Shorter stems would occur in the middle of too many words.
  if (stem.endsWith('c')) return [plain, `${stem.slice(0, -1)}z`];
  return /[lrndj]$/.test(stem) && stem.length > 4 ? [plain, stem] : [plain];
}

/** Plurals that begin with the singular are left out. */
function pluralsOf(word: string): string[] {
  if (word.length < 3) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (word.endsWith('sis')) return [`${word.slice(0, -2)}es`];
  return word.endsWith('z') ? [`${word.slice(0, -1)}ces`] : [];
}
