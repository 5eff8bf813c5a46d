import * as v from 'valibot';
import type { KnownCatalogue } from '../../marketplace/live-catalogue.server.ts';
import type { PublicationHost } from '../../marketplace/publish/publication-host.ts';
import type { OrderHost } from '../../orders/order-host.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { RatingOnCard } from '../../reviews/read-rating-summaries.server.ts';
import type { Parameters } from './read-parameters.ts';
import type { Scope } from './scopes.ts';

/** What everybody is answered from. */
export interface ApiServices extends KnownCatalogue {
  readonly db: Database;
  readonly settings: { readonly origin: string };
  /** By 'section/slug'. */
  readonly ratings: { read(): Promise<ReadonlyMap<string, RatingOnCard>> };
}

/** What programs with a key reach: the use cases of the rooms, and what those need. */
export interface ApiHost extends ApiServices, OrderHost, PublicationHost {
  readonly settings: OrderHost['settings'];
}

/** The program that asks, as far as an operation knows it. */
export interface Program {
  readonly keyId: string;
  /** As an admin called its key. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Whom the audit log names. */
  readonly trace: Trace;
}

interface Described {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** With {names} of its parameters. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly query: Parameters;
  readonly answer: v.GenericSchema;
}

/** One thing that everybody can ask: its description and what answers it are the same object. */
export interface PublicOperation extends Described {
  readonly scope?: undefined;
  readonly method: 'GET';
  /** Whether what it answers changes only when a review or a setting does, and somebody says so; true without. */
  readonly isKept?: boolean;
  /** A request that works on every installation, for the documentation. */
  readonly example: string;
  /** Undefined when what the path names is not there. */
  run(services: ApiServices, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** What is sent along: JSON that a schema checks, or a file that its reader does. */
export type Body =
  | { readonly kind: 'json'; readonly schema: v.GenericSchema; readonly sample: unknown }
  | { readonly kind: 'file'; readonly description: string };

/** One thing that a program may do whose key has the scope. */
export interface KeyedOperation extends Described {
  readonly scope: Scope;
  /** Any of these does as well. */
  readonly orScopes?: readonly Scope[];
  readonly body?: Body;
  /** Of the answer; JSON without. */
  readonly media?: 'text/csv';
  /** Whether it costs more than a page of a list, and has a limit of its own. */
  readonly isHeavy?: boolean;
  /** A request and an answer as they could be: those of this installation are nobody's to see. */
  readonly example: string;
  readonly sample: unknown;
  /** Undefined when what the path names is not there. */
  run(
    host: ApiHost,
    input: Readonly<Record<string, unknown>>,
    program: Program,
    sent: unknown,
  ): Promise<unknown>;
}

export type Operation = PublicOperation | KeyedOperation;

const NOTHING = v.object({});
const TAKES_NOTHING = { parameters: NOTHING, query: NOTHING };

/** What is left out takes nothing. */
type Schemas<A, P, Q> = { readonly parameters?: P; readonly query?: Q; readonly answer: A };

/** Checks the types of one operation against its own schemas. */
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
      ): Promise<v.InferInput<A> | undefined>;
    },
): PublicOperation {
  return { method: 'GET', ...TAKES_NOTHING, ...it };
}

/** The same for one that needs a key. */
export function keyedOperation<
  A extends v.GenericSchema,
  P extends Parameters = typeof NOTHING,
  Q extends Parameters = typeof NOTHING,
>(
  it: Omit<KeyedOperation, 'run' | 'sample' | keyof Schemas<A, P, Q>> &
    Schemas<A, P, Q> & {
      readonly sample: v.InferInput<A>;
      run(
        host: ApiHost,
        input: v.InferOutput<P> & v.InferOutput<Q>,
        program: Program,
        sent: unknown,
      ): Promise<v.InferInput<A> | undefined>;
    },
): KeyedOperation {
  return { ...TAKES_NOTHING, ...it };
}
