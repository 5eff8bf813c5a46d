/** Names one review that is being written, so that sending it again after a lost answer posts it once. */
export function newSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const isSubmissionKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
