type Messages = Readonly<Record<string, string>>;

/** The catalogues of all translations for public pages. English pages do not load this list. */
export const MESSAGE_FILES = import.meta.glob<Messages>(
  ['./*/*.po', '!./en/*.po', '!./*/*-server.po', '!./*/*-team.po'],
  { import: 'default' },
);
