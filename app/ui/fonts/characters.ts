const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));

/** The characters that `npm run fonts` keeps in the fonts; `unicode-range` in app/app.css must match. */
export const FONT_CHARACTERS = `${PRINTABLE_ASCII.join('')}\u00a0§©®·×–—‘’“”•…›€™→`;
