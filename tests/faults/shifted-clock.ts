/**
 * Loaded into a server with --import: its clock, and the embedded database's with it, goes by as
 * many milliseconds ahead as the file CLOCK_SHIFT says; behind, if that is less than nothing.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_SHIFT ?? '';
const RealDate = Date;
let shiftMs = 0;

setInterval(() => {
  try {
    shiftMs = Number(readFileSync(file, 'utf8'));
  } catch {
    shiftMs = 0;
  }
}, 20).unref();

const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
