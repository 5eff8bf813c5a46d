/** Tells a canned reply from one that was changed. */
export function describeReply({
  shortcut,
  text,
}: {
  readonly shortcut: string;
  readonly text: string;
}): string {
  return `${shortcut}\n${text}`;
}

/** Tells an account from one whose name or address was changed, which belongs to a person. */
export function describeAccount({
  email,
  fullName,
}: {
  readonly email: string;
  readonly fullName: string;
}): string {
  return `${email}\n${fullName}`;
}
