import common from '../../../content/common-passwords.json' with { type: 'json' };

/** The 3,000 most common of at least six characters; their source is beside them. */
const passwords: ReadonlySet<string> = new Set(common);

/** Whether guessing tools try this password among the first; upper and lower case are the same. */
export function isCommonPassword(password: string): boolean {
  return passwords.has(password.toLowerCase());
}
