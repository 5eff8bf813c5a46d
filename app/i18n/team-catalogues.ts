/**
 * The name of a catalogue says who reads it: `orders-team` has messages of the team's pages, `accounts-team-server` those
 * that only the server says to the team. A language that is not for the team has none of them.
 */
export function isTeamCatalogue(name: string): boolean {
  return /-team(?:-server)?$/.test(name);
}
