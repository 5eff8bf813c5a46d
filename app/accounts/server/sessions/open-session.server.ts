import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { CLIENT_ADDRESS_HEADER, SESSION, type Auth } from '../sign-in/auth.server.ts';
import { authSessions } from '../tables.server.ts';

interface Proof {
  /** Null while a second factor is awaited. */
  readonly provedAt: Date | null;
  readonly factorAtProvider: boolean;
}

/** Opens a session without a password, in the same format as the library, and returns its Set-Cookie header. */
export async function openSession(
  tx: Database,
  clock: Clock,
  auth: Auth,
  headers: Headers,
  userId: string,
  proof: Proof = { provedAt: clock.now(), factorAtProvider: false },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  // The library uses the process's clock for sessions.
  const now = new Date();
  await tx.insert(authSessions).values({
    id: randomUUID(),
    token,
    userId,
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
    userAgent: headers.get('User-Agent')?.slice(0, 500),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + SESSION.expiresIn * 1000),
    ...proof,
  });
  const { authCookies, secret } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const secure = attributes.secure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}; Path=/; Max-Age=${SESSION.expiresIn}; HttpOnly; SameSite=Lax${secure}`;
}
