import { solveChallenge, type Challenge } from 'altcha-lib';
// The one beside it without 'web' needs Node's own cryptography.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Fetches a challenge and works until it is solved; throws when it cannot. */
export async function solveCaptcha(): Promise<string> {
  const response = await fetch('/captcha', { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error('No challenge');
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('No solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
