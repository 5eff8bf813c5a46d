import type pg from 'pg';

type Query = pg.Client['query'];
type Ask = (...asked: unknown[]) => unknown;
type Callback = (error: Error | null | undefined, result: unknown) => void;

/**
 * Lets a minor garbage collection free finished queries. V8 takes the driver's promise resolver,
 * assigned to a property, for a method and puts it into the old generation, where it keeps all rows
 * alive until a major collection. A callback avoids that.
 */
export function keepQueriesBrief(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as Ask;
    const query: Ask = (question, values, callback) => {
      if (callback !== undefined || typeof values === 'function' || isSubmittable(question)) {
        return ask(question, values, callback);
      }
      return new Promise((resolve, reject) => {
        const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
        ask(question, values, settle);
      }).catch(tellFromHere);
    };
    client.query = query as Query;
  });
}

/** A cursor or a stream, which is its own result. */
function isSubmittable(question: unknown): boolean {
  return typeof (question as { submit?: unknown } | null)?.submit === 'function';
}

/**
 * Gives the error the stack of our calling code, as the driver's own promise does, instead of the
 * socket's.
 */
function tellFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
