declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    readonly accountId: string;
    claims(): Readonly<Record<string, unknown>>;
  }

  interface Configuration {
    readonly clients: readonly {
      readonly client_id: string;
      readonly client_secret: string;
      readonly redirect_uris: readonly string[];
    }[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly cookies: { readonly keys: readonly string[] };
    findAccount(context: unknown, id: string): Account;
  }

  /** A certified provider of OpenID Connect. */
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
