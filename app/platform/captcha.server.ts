import { createHmac, randomUUID } from 'node:crypto';
import { verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import { change, type ChangeHost } from './change/change.server.ts';
import { usedChallenges } from './tables.server.ts';

const VALID_FOR_MS = 10 * 60 * 1000;
/** What was used is known for a day longer: a clock that ran ahead and was set back revives nothing. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * Self-hosted proof of work. A challenge is signed and expires; a solution counts once,
 * whichever process it is sent to, so that one solved challenge does not pay for a thousand reviews.
 */
export class Captcha {
  readonly #host: ChangeHost;
  readonly #secret: string;

  constructor(host: ChangeHost, secret: string) {
    this.#host = host;
    this.#secret = secret;
  }

  /** A fresh challenge, as the library's `createChallenge` makes it in a tenth of the time. */
  createChallenge(): Challenge {
    const parameters = {
      // In the order of their names, in which they are signed.
      algorithm: 'PBKDF2/SHA-256',
      // About half a second on a phone of 2020, and hardly ever more than two: one key in 256 begins with
      // the prefix, and nobody knows which. To know it would cost us a key for whoever asks.
      cost: 1000,
      expiresAt: Math.floor((this.#host.clock.now().getTime() + VALID_FOR_MS) / 1000),
      keyLength: 32,
      keyPrefix: '00',
      nonce: randomHex(),
      salt: randomHex(),
    };
    const signature = createHmac('sha256', this.#secret).update(JSON.stringify(parameters));
    return { parameters, signature: signature.digest('hex') };
  }

  /** True once for each solved, unexpired challenge of ours; false for anything else. */
  async verify(answer: string): Promise<boolean> {
    const payload = parsePayload(answer);
    if (!payload) return false;
    const { challenge, solution } = payload;
    const expires = Number(challenge.parameters.expiresAt) * 1000;
    if (!(expires > this.#host.clock.now().getTime())) return false;
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: this.#secret,
    }).catch(() => ({ verified: false }));
    return verified && this.#use(challenge.signature ?? '', new Date(expires));
  }

  /** The first to write a signature down has used it; the key decides between two at once. */
  async #use(signature: string, expiresAt: Date): Promise<boolean> {
    const forgottenBefore = new Date(this.#host.clock.now().getTime() - KEPT_FOR_MS);
    return change(this.#host, undefined, async (tx) => {
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

/** 16 bytes, 122 bits of them by chance: Node has those of UUIDs ready, and asks for others each time. */
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
