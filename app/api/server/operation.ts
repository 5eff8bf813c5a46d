import type { Sentence } from '../../i18n/translate.ts';
import * as v from 'valibot';
import type { KnownCatalogue, PublicationContext } from '../../shop/live-catalogue.server.ts';
import type { OrderContext } from '../../orders/server/order-context.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { ReadonlyDeep } from '../../platform/endpoints-of.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { RatingOnCard } from '../../reviews/server/read-rating-summaries.server.ts';
import type { Parameters } from './read-parameters.ts';
import type { Scope } from '../protocol/scopes.ts';

export interface ApiServices extends KnownCatalogue {
  readonly db: Database;
  readonly settings: { readonly origin: string };
  /** By 'section/slug'. */
  readonly ratings: { read(): Promise<ReadonlyMap<string, RatingOnCard>> };
}

/** The app context of keyed operations: the use cases of the modules, and their dependencies. */
export interface ApiContext extends ApiServices, OrderContext, PublicationContext {
  readonly settings: OrderContext['settings'];
}

/** The API key that makes the request. */
export interface Program {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly trace: Trace;
}

interface Described {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly title: Sentence;
  readonly description: Sentence;
  readonly parameters: Parameters;
  readonly query: Parameters;
  readonly answer: v.GenericSchema;
}

/** A public operation. Its description and its implementation are the same object, so they cannot diverge. */
export interface PublicOperation extends Described {
  readonly scope?: undefined;
  readonly method: 'GET';
  /**
   * False if the response can change without a review or a setting changing, so that the response must not be
   * cached. True by default.
   */
  readonly isKept?: boolean;
  /** A path for the documentation that works on every installation. */
  readonly example: string;
  /** Returns `undefined` if the resource does not exist. */
  run(services: ApiServices, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export type Body =
  | { readonly kind: 'json'; readonly schema: v.GenericSchema; readonly sample: unknown }
  | { readonly kind: 'file'; readonly description: string };

export interface KeyedOperation extends Described {
  readonly scope: Scope;
  /** Alternative scopes, any of which suffices. */
  readonly orScopes?: readonly Scope[];
  readonly body?: Body;
  /** The media type of the response. JSON by default. */
  readonly media?: 'text/csv';
  /** True if the operation has a rate limit of its own, because it costs more than a page of a list. */
  readonly isHeavy?: boolean;
  /** Invented examples, because real data must not appear in the documentation. */
  readonly example: string;
  readonly sample: unknown;
  /** Returns `undefined` if the resource does not exist. */
  run(
    appContext: ApiContext,
    input: Readonly<Record<string, unknown>>,
    program: Program,
    sent: unknown,
  ): Promise<unknown>;
}

export type Operation = PublicOperation | KeyedOperation;

/** The answer of an operation, before the schema removes the members that it does not name. */
export type Answer<A extends v.GenericSchema> = ReadonlyDeep<v.InferInput<A>>;

const NOTHING = v.object({});
const TAKES_NOTHING = { parameters: NOTHING, query: NOTHING };

type Schemas<A, P, Q> = { readonly parameters?: P; readonly query?: Q; readonly answer: A };

/** Checks the operation against its own schemas at compile time. */
export function publicOperation<
  A extends v.GenericSchema,
  P extends Parameters = typeof NOTHING,
  Q extends Parameters = typeof NOTHING,
>(
  it: Omit<PublicOperation, 'run' | 'method' | keyof Schemas<A, P, Q>> &
    Schemas<A, P, Q> & {
      run(
        services: ApiServices,
        input: v.InferOutput<P> & v.InferOutput<Q>,
      ): Promise<Answer<A> | undefined>;
    },
): PublicOperation {
  return { method: 'GET', ...TAKES_NOTHING, ...it };
}

/** Checks a keyed operation like `publicOperation` does. */
export function keyedOperation<
  A extends v.GenericSchema,
  P extends Parameters = typeof NOTHING,
  Q extends Parameters = typeof NOTHING,
>(
  it: Omit<KeyedOperation, 'run' | 'sample' | keyof Schemas<A, P, Q>> &
    Schemas<A, P, Q> & {
      readonly sample: Answer<A>;
      run(
        appContext: ApiContext,
        input: v.InferOutput<P> & v.InferOutput<Q>,
        program: Program,
        sent: unknown,
      ): Promise<Answer<A> | undefined>;
    },
): KeyedOperation {
  return { ...TAKES_NOTHING, ...it };
}
