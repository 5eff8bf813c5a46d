import type pg from 'pg';

type Query = pg.Client['query'];
type Ask = (...asked: unknown[]) => unknown;
type Callback = (error: Error | null | undefined, result: unknown) => void;

/**
 * Has what a query leaves behind be forgotten with the next small garbage collection.
 *
 * The driver's own promise is settled by a function that is written where it is assigned to a property of the query.
 * V8 takes such functions for methods and puts them among what is old at once, whose references count until
 * all memory is gone through: every query, with its values and rows, stayed until then, which took a tenth of a second
 * of the processor a minute. A query that is given a callback has none of that.
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

/** With the place in our code that asked, as the driver's own promise does, and not the socket's. */
function tellFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
