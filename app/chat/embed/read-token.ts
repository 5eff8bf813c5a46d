/** The identity in a site's token. It is for display only: the server verifies the signature. */
export interface Spoken {
  readonly subject: string | null;
  readonly email: string | null;
}

const NOBODY: Spoken = { subject: null, email: null };

export function readToken(token: string | null): Spoken {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0);
    const { sub, email } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return {
      subject: typeof sub === 'string' && sub !== '' ? sub : null,
      email: typeof email === 'string' && email.includes('@') ? email : null,
    };
  } catch {
    return NOBODY;
  }
}
