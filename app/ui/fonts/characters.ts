const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));

/** What `npm run fonts` leaves in the typefaces; app/app.css says the same as `unicode-range`. */
export const FONT_CHARACTERS = `${PRINTABLE_ASCII.join('')}\u00a0§©®·×–—‘’“”•…›€™→`;
