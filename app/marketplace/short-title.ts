const SHORT_TITLES = [
  'Graphics',
  'Business',
  'Digital',
  'Music',
  'Programming',
  'Video',
  'Writing',
] as const;

/** What the first sections are called where a whole title has no room: on a sail, in the footer. */
export function shortTitle(title: string): string {
  return SHORT_TITLES.find((short) => title.startsWith(`${short} `)) ?? title;
}
