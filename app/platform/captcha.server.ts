import { createHmac, randomUUID } from 'node:crypto';
import { verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import { change, type ChangeContext } from './change/change.server.ts';
import { usedChallenges } from './tables.server.ts';

const VALID_FOR_MS = 10 * 60 * 1000;
/**
 * Used challenges are remembered for a day longer, so that setting back a fast clock does not make
 * them valid again.
 */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Self-hosted proof of work. A challenge is signed and expires. A solution counts once across all
 * processes, so that one solved challenge does not pay for a thousand reviews.
 */
export class Captcha {
  readonly #appContext: ChangeContext;
  readonly #secret: string;

  constructor(appContext: ChangeContext, secret: string) {
    this.#appContext = appContext;
    this.#secret = secret;
  }

  /** Creates a challenge in a tenth of the time of the library's `createChallenge`. */
  createChallenge(): Challenge {
    const parameters = {
      // The signature covers the parameters in alphabetical order.
      algorithm: 'PBKDF2/SHA-256',
      // About half a second on a phone of 2020, hardly ever more than two: one key in 256 has the
      // prefix. Choosing the solution in advance would cost the server a key derivation per
      // request.
      cost: 1000,
      expiresAt: Math.floor((this.#appContext.clock.now().getTime() + VALID_FOR_MS) / 1000),
      keyLength: 32,
      keyPrefix: '00',
      nonce: randomHex(),
      salt: randomHex(),
    };
    const signature = createHmac('sha256', this.#secret).update(JSON.stringify(parameters));
    return { parameters, signature: signature.digest('hex') };
  }

  /** Returns true once for each solved, unexpired challenge of ours, otherwise false. */
  async verify(answer: string): Promise<boolean> {
    const payload = parsePayload(answer);
    if (!payload) return false;
    const { challenge, solution } = payload;
    const expires = Number(challenge.parameters.expiresAt) * 1000;
    if (!(expires > this.#appContext.clock.now().getTime())) return false;
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: this.#secret,
    }).catch(() => ({ verified: false }));
    return verified && this.#use(challenge.signature ?? '', new Date(expires));
  }

  /** Records a signature as used. The primary key decides between two concurrent requests. */
  async #use(signature: string, expiresAt: Date): Promise<boolean> {
    const forgottenBefore = new Date(this.#appContext.clock.now().getTime() - EXPIRES_AFTER_MS);
    return change(this.#appContext, undefined, async (tx) => {
      await tx.delete(usedChallenges).where(lt(usedChallenges.expiresAt, forgottenBefore));
      const written = await tx
        .insert(usedChallenges)
        .values({ signature, expiresAt })
        .onConflictDoNothing()
        .returning({ signature: usedChallenges.signature });
      return written.length > 0;
    });
  }
}

/**
 * `randomUUID` caches random bytes (122 random bits per UUID); `randomBytes` asks the system each
 * time.
 */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

/** The library's payload: challenge and solution as JSON in base64. */
function parsePayload(answer: string): Payload | undefined {
  if (answer.length > 4096) return undefined;
  try {
    const payload: unknown = JSON.parse(atob(answer));
    if (typeof payload !== 'object' || payload === null) return undefined;
    const { challenge, solution } = payload as Partial<Payload>;
    return challenge?.parameters && solution ? { challenge, solution } : undefined;
  } catch {
    return undefined;
  }
}
