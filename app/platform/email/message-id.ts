/**
 * Longer ids do not fit into one header line (RFC 5322); almost all ids have fewer than 100
 * characters.
 */
export const MESSAGE_ID_MAX_LENGTH = 500;

/** Only printable ASCII, so that an id needs no encoding in a header. */
const MESSAGE_ID = /<[!-;=?-~]{1,498}>/g;

export function messageIdsIn(text: string): string[] {
  return text.match(MESSAGE_ID) ?? [];
}

export function messageIdOf(name: string, origin: string): string {
  return `<${name}@${new URL(origin).hostname}>`;
}
