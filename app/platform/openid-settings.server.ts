import * as v from 'valibot';

/** The roles to which a claim can be mapped; `accounts/protocol/roles.ts` lists the same. */
const ROLES = ['agent', 'support', 'manager', 'admin'] as const;

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly name: string;
  readonly roleClaim: string;
  /**
   * Maps values of the claim to roles, the first match first; undefined means that only this
   * product assigns roles.
   */
  readonly roles: readonly RoleOf[] | undefined;
  readonly newAccounts: (typeof NEW_ACCOUNTS)[number];
  /** Values of `amr` or `acr` that replace our own second factor. */
  readonly trustedFactors: readonly string[];
}

export interface RoleOf {
  readonly value: string;
  readonly role: (typeof ROLES)[number];
}

/**
 * 'approval' creates a sign-up that waits for an admin; 'join' creates an account with the mapped
 * role at once.
 */
const NEW_ACCOUNTS = ['nobody', 'approval', 'join'] as const;

const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `must have at most ${maxLength} characters`),
    v.check((text) => !/\p{Cc}/u.test(text), 'must be one line'),
  );

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The issuer's answers decide who signs in, so plain http would let anybody on the network forge
 * them.
 */
const issuer = v.pipe(
  line(500),
  v.check((text) => {
    const url = URL.parse(text);
    if (!url || url.username + url.password + url.search + url.hash !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  }, 'must be a URL that starts with https://, exactly as the provider writes its issuer'),
);

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const ROLE_OF = new RegExp(`^(.+)=(${ROLES.join('|')})$`);

const roles = v.pipe(
  line(4000),
  v.check(
    (text) => list(text).every((part) => ROLE_OF.test(part)),
    `must be values and roles such as "desk-admins=admin, *=agent", with the roles ${ROLES.join(', ')}`,
  ),
  v.transform((text) =>
    list(text).map((part): RoleOf => {
      const [, value = '', role = ''] = ROLE_OF.exec(part) ?? [];
      return { value: value.trim(), role: role as RoleOf['role'] };
    }),
  ),
);

export const OPENID_ENVIRONMENT = {
  OPENID_ISSUER: v.optional(issuer),
  OPENID_CLIENT_ID: v.optional(line(500)),
  OPENID_CLIENT_SECRET: v.optional(line(500)),
  OPENID_SCOPES: v.optional(
    v.pipe(
      line(500),
      v.check((text) => text.split(' ').includes('openid'), 'must contain openid'),
    ),
    'openid email profile',
  ),
  OPENID_NAME: v.optional(line(40)),
  OPENID_ROLE_CLAIM: v.optional(line(200), 'groups'),
  OPENID_ROLES: v.optional(roles),
  OPENID_NEW_ACCOUNTS: v.optional(
    v.picklist(NEW_ACCOUNTS, `must be one of ${NEW_ACCOUNTS.join(', ')}`),
    'approval',
  ),
  OPENID_TRUSTED_FACTORS: v.optional(v.pipe(line(500), v.transform(list)), ''),
} as const;

const environment = v.object(OPENID_ENVIRONMENT);

/**
 * Returns undefined without a provider; `refuse` throws an error that names the missing setting.
 */
export function readOpenId(
  set: v.InferOutput<typeof environment>,
  refuse: (message: string) => never,
): OpenIdSettings | undefined {
  const { OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET } = set;
  if (!OPENID_ISSUER && !OPENID_CLIENT_ID && !OPENID_CLIENT_SECRET) return undefined;
  if (!OPENID_ISSUER || !OPENID_CLIENT_ID || !OPENID_CLIENT_SECRET) {
    return refuse('OPENID_ISSUER, OPENID_CLIENT_ID and OPENID_CLIENT_SECRET must be set together');
  }
  if (set.OPENID_NEW_ACCOUNTS === 'join' && !set.OPENID_ROLES) {
    return refuse(
      'OPENID_NEW_ACCOUNTS=join needs OPENID_ROLES, which set the roles of new accounts',
    );
  }
  return {
    issuer: OPENID_ISSUER,
    clientId: OPENID_CLIENT_ID,
    clientSecret: OPENID_CLIENT_SECRET,
    scopes: set.OPENID_SCOPES,
    name: set.OPENID_NAME ?? new URL(OPENID_ISSUER).host,
    roleClaim: set.OPENID_ROLE_CLAIM,
    roles: set.OPENID_ROLES,
    newAccounts: set.OPENID_NEW_ACCOUNTS,
    trustedFactors: set.OPENID_TRUSTED_FACTORS,
  };
}
