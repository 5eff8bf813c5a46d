import { solveChallenge, type Challenge } from 'altcha-lib';
// The module without 'web' in its path needs Node's crypto module.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

export async function solveCaptcha(): Promise<string> {
  const response = await fetch('/captcha', { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error('No challenge');
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('No solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
