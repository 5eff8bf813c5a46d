type Messages = Readonly<Record<string, string>>;

/** The catalogues of the team's pages, apart from the others to keep public pages small. */
export const TEAM_MESSAGE_FILES = import.meta.glob<Messages>(
  ['./*/*-team.po', '!./en/*.po', '!./*/service-worker-team.po'],
  { import: 'default' },
);
