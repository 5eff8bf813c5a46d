import { afterAll } from 'vitest';

/**
 * Test files share a process. Opening the request listener puts Hono's own Request and Response in
 * the place of Node's, which the next file does not expect.
 */
const { Request, Response } = globalThis;

afterAll(() => {
  Object.defineProperty(globalThis, 'Request', { value: Request });
  Object.defineProperty(globalThis, 'Response', { value: Response });
});
