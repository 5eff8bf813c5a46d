import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'embarka', secret: 'a-secret-of-the-tests' } as const;

/** Somebody at the provider; what is undefined is left out of the token. */
export interface PeerPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly amr?: readonly string[];
  readonly auth_time?: number;
}

interface Granted {
  readonly person: PeerPerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** How a provider that is none lies. */
export interface Lies {
  /** Of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: 'none' | 'HS256';
  /** Signs with a key that is not among those it shows. */
  readonly isForged?: boolean;
}

/**
 * A local provider of OpenID Connect: discovery, authorization code with PKCE (S256), RS256 and its keys,
 * `iss` in the answer (RFC 9207). It can be away, and it can lie.
 */
export class OpenIdPeer {
  isAway = false;
  lies: Lies = {};
  readonly #granted = new Map<string, Granted>();
  readonly #tokens = new Map<string, PeerPerson>();
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #forged = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const [status, answer] = this.#answer(request, new URLSearchParams(body));
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<OpenIdPeer> {
    const peer = new OpenIdPeer();
    await new Promise<void>((done) => peer.#server.listen(0, '127.0.0.1', done));
    return peer;
  }

  close(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Somebody signs in on the page at `address`: where their browser is sent back to. */
  grant(address: string, person: PeerPerson): URL {
    const asked = new URL(address).searchParams;
    const code = randomUUID();
    this.#granted.set(code, {
      person,
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
    });
    const back = new URL(asked.get('redirect_uri') ?? '');
    const said = { code, state: asked.get('state') ?? '', iss: this.issuer };
    back.search = new URLSearchParams(said).toString();
    return back;
  }

  #answer(request: IncomingMessage, form: URLSearchParams): readonly [number, unknown] {
    if (this.isAway) return [503, { error: 'temporarily_unavailable' }];
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [200, this.#metadata()];
      case '/keys': {
        const jwk = this.#key.publicKey.export({ format: 'jwk' });
        return [200, { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] }];
      }
      case '/token':
        return this.#exchange(request, form);
      case '/me': {
        const person = this.#tokens.get(request.headers.authorization?.slice(7) ?? '');
        return person ? [200, person] : [401, { error: 'invalid_token' }];
      }
      default:
        return [404, { error: 'not_found' }];
    }
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #exchange(request: IncomingMessage, form: URLSearchParams): readonly [number, unknown] {
    const login = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
    // RFC 6749, 2.3.1: both are encoded as in a form first.
    if (decodeURIComponent(login) !== `${CLIENT.id}:${CLIENT.secret}`) {
      return [401, { error: 'invalid_client' }];
    }
    const code = form.get('code') ?? '';
    const granted = this.#granted.get(code);
    this.#granted.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      !granted ||
      granted.challenge !== verifier ||
      granted.redirectUri !== form.get('redirect_uri')
    ) {
      return [400, { error: 'invalid_grant' }];
    }
    const { person, nonce } = granted;
    const access = randomUUID();
    this.#tokens.set(access, person);
    const now = Math.floor(Date.now() / 1000);
    const { sub, auth_time, amr } = person;
    const claims = {
      iss: this.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      sub,
      nonce,
      auth_time,
      amr,
      ...this.lies.claims,
    };
    return [200, { access_token: access, token_type: 'Bearer', id_token: this.#sign(claims) }];
  }

  #sign(claims: object): string {
    const { alg = 'RS256', isForged } = this.lies;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg, kid: 'one', typ: 'JWT' })}.${part(claims)}`;
    if (alg !== 'RS256') return `${text}.${alg === 'none' ? '' : 'c2lnbmF0dXJl'}`;
    const key: KeyObject = (isForged ? this.#forged : this.#key).privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
