/** Whom a site's token speaks of. Only for the screen: whether it is true the server finds out. */
export interface Spoken {
  readonly subject: string | null;
  readonly email: string | null;
}

const NOBODY: Spoken = { subject: null, email: null };

/** What a token says, or nothing where there is none or it cannot be read. */
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
