/** What could reorder, hide or break the text around a name. Joiners, which Persian needs, stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Embeddings, overrides and isolates: they turn around what follows, and nobody types them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** More marks on one letter than any script uses would be drawn over the lines around it. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/** One line among other texts, such as a name: no direction tricks, no piles of marks. */
export function toLine(text: string, maxLength: number): string {
  const line = text.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return Array.from(line.replace(PILE_OF_MARKS, '$1')).slice(0, maxLength).join('').trim();
}

/** Control characters but tab and line break; PostgreSQL has no NUL. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** What somebody wrote, in a place of its own: line breaks and direction marks stay. */
export function toText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(TURNING, '')
    .replace(PILE_OF_MARKS, '$1');
}
