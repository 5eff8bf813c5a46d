/** Longer ids would not fit into a line of a header (RFC 5322); almost all have less than 100. */
export const MESSAGE_ID_MAX_LENGTH = 500;

/** Printable ASCII alone, so that an id can be written into a header as it is. */
const MESSAGE_ID = /<[!-;=?-~]{1,498}>/g;

/** The ids in a header such as References, in their order. */
export function messageIdsIn(text: string): string[] {
  return text.match(MESSAGE_ID) ?? [];
}

/** The id of an email of ours: `name` is a UUID. */
export function messageIdOf(name: string, origin: string): string {
  return `<${name}@${new URL(origin).hostname}>`;
}
